import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quietStdout, run } from './child.mjs';
import { playwrightFailures, vitestFailures } from './failures.mjs';
import { playwrightTotals, trustedTotals, vitestTotals } from './totals.mjs';

/**
 * Runs Vitest and returns its totals; its output goes to standard error.
 *
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 */
export async function vitest(base, env, args = []) {
  const report = freshReport(base, 'vitest');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...reporters, ...args], { cwd: base, env, stdio: quietStdout });
  const found = readReport(report);
  return trustedTotals(found && { ...vitestTotals(found), failures: vitestFailures(found) }, code);
}

/**
 * Runs Playwright and returns its totals; its output goes to standard error.
 *
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 */
export async function playwright(base, env, args = []) {
  const report = freshReport(base, 'playwright');
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const all = ['test', '--reporter=list,json', ...args];
  const code = await run('playwright', all, { cwd: base, env: withReport, stdio: quietStdout });
  const found = readReport(report);
  return trustedTotals(found && { ...playwrightTotals(found), failures: playwrightFailures(found) }, code);
}

/**
 * @param {string} base
 * @param {string} name
 */
function freshReport(base, name) {
  const folder = join(base, '.runtime/reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${process.pid}.json`);
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}
