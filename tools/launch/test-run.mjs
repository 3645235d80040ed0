import { ensureBrowser } from '../browser/ensure-browser.mjs';
import { check, staticSteps } from './check.mjs';
import { playwright, vitest } from './runners.mjs';
import { say } from './say.mjs';
import { lastLine, sum } from './totals.mjs';

const noBrowser =
  '浏览器测试未运行：没有找到 Chromium。请安装 chromium，或用 CHROME_PATH 指明它的位置。\nThe browser tests were not run: no Chromium was found. Install chromium, or set CHROME_PATH to one.';

/**
 * All of it: form, lint, types, every Vitest project, then the journeys in a browser. The sum is the only line on standard output.
 *
 * @param {string} base
 * @param {import('./runtime.mjs').Runtime} runtime
 * @returns {Promise<number>} the exit code
 */
export async function test(base, runtime) {
  const browser = ensureBrowser(runtime.env, say);
  const env = browser === undefined ? runtime.env : { ...runtime.env, CHROME_PATH: browser };
  const broken = await check(base, env, staticSteps(base));
  const units = await vitest(base, env);
  const wireOnly = browser === undefined ? ['--project=wire'] : [];
  const journeys = await playwright(base, env, wireOnly);
  const totals = sum([{ passed: 0, failed: broken.length }, units, journeys]);
  if (broken.length > 0) say(`检查未通过 / checks that failed: ${broken.join(', ')}`);
  if (browser === undefined) {
    say(noBrowser);
    totals.failed += 1;
  }
  return conclude(totals);
}

/**
 * Vitest alone, with its sum as the last line.
 *
 * @param {string} base
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {readonly string[]} args Vitest's own
 * @returns {Promise<number>} the exit code
 */
export async function units(base, runtime, args) {
  return conclude(await vitest(base, runtime.env, args));
}

/** @param {import('./totals.mjs').Totals} totals */
function conclude(totals) {
  process.stdout.write(`${lastLine(totals)}\n`);
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}
