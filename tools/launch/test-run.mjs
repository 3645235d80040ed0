import { ensureBrowser } from '../browser/ensure-browser.mjs';
import { ensureBrowserBuild } from './browser-build.mjs';
import { check, staticSteps } from './check.mjs';
import { changedParts } from './long/green-parts.mjs';
import { withoutLongJourneys, withoutLongParts } from './long/parts.mjs';
import { conclude, sum } from './results/totals.mjs';
import { playwright, vitest } from './runners.mjs';
import { LaunchError, say } from './say.mjs';

const noBrowser =
  '浏览器测试未运行：没有找到 Chromium。请安装 chromium，或用 CHROME_PATH 指明它的位置。\nThe browser tests were not run: no Chromium was found. Install chromium, or set CHROME_PATH to one.';

/** What fails beside everything else is tried once more; the run names it with its first reason (decision 0065). */
const journeyAgain = '--retries=1';
const again = '--second-attempt';

/** What a whole run took at its last measurement on two quiet cores (`docs/testing.md`, what a run costs). @unit minutes */
const standardMinutes = 20;

/** @param {string} base */
function sayWhatItTakes(base) {
  const changed = changedParts(base).map(({ name }) => name);
  say(
    `全部测试在空闲的两核机器上约需 ${standardMinutes} 分钟。/ All tests take about ${standardMinutes} minutes on two quiet cores.`,
  );
  if (changed.length === 0) return;
  const names = changed.join(' ');
  say(
    `不含长测；其所保护的内容已变化，可用 npm run test:long -- --changed 运行 / without the long parts, of which these protect what has changed: ${names}`,
  );
}

/**
 * Runs a part of the whole and says how long it took.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} part
 */
async function timed(name, part) {
  const began = Date.now();
  const outcome = await part();
  say(`· ${name}: ${((Date.now() - began) / 60_000).toFixed(1)} min`);
  return outcome;
}

/**
 * Runs the build, formatting, lint, types, every Vitest project but those of the long parts, then the journeys in a browser. Standard output contains only
 * the failures, what passed at the second attempt alone, and the totals; a step that cannot run counts as a failure and does not stop the others.
 *
 * @param {string} base
 * @param {() => Promise<import('./node/runtime.mjs').Runtime>} prepare
 * @returns {Promise<number>} the exit code
 */
export async function test(base, prepare) {
  try {
    return conclude(await runAll(base, await prepare()));
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    say(error.message);
    return conclude({ passed: 0, failed: 1 });
  }
}

/**
 * @param {string} base
 * @param {import('./node/runtime.mjs').Runtime} runtime
 */
async function runAll(base, runtime) {
  sayWhatItTakes(base);
  const browser = await ensureBrowser(runtime.env, say);
  const env = browser === undefined ? runtime.env : { ...runtime.env, CHROME_PATH: browser };
  const broken = await timed('build', () => build(base, runtime));
  broken.push(...(await timed('static steps', () => check(base, env, staticSteps(base)))));
  const units = await timed('Vitest', () => vitest(base, env, withoutLongParts, { secondAttempt: true }));
  const projects = browser === undefined ? ['--project=wire'] : withoutLongJourneys;
  const journeys = await timed('journeys', () => playwright(base, env, [journeyAgain, ...projects]));
  if (browser === undefined) {
    broken.push('browser tests');
    say(noBrowser);
  }
  const besides = { passed: 0, failed: broken.length, failures: broken.map((name) => `FAILED besides tests: ${name}`) };
  return sum([besides, units, journeys]);
}

/**
 * @param {string} base
 * @param {import('./node/runtime.mjs').Runtime} runtime
 */
async function build(base, runtime) {
  try {
    await ensureBrowserBuild(base, runtime);
    return [];
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    say(error.message);
    return ['build'];
  }
}

/**
 * Runs Vitest alone, with its failures and its totals as the last lines.
 *
 * @param {string} base
 * @param {import('./node/runtime.mjs').Runtime} runtime
 * @param {readonly string[]} args Vitest's own, and `--second-attempt` for a run of everything (decision 0065)
 * @returns {Promise<number>} the exit code
 */
export async function units(base, runtime, args) {
  const own = args.filter((arg) => arg !== again);
  return conclude(await vitest(base, runtime.env, own, { secondAttempt: args.includes(again) }));
}
