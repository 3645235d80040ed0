import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, runWithEnding } from './child.mjs';
import { withMemoryFolder } from './memory-folder.mjs';
import { playwrightFailures, vitestFailures } from './results/failures.mjs';
import { withOutsideErrors } from './results/outside-errors.mjs';
import { outsideErrorsFile } from './results/outside-errors-reporter.mjs';
import { afterSecondAttempt, filesToTryAgain } from './results/second-attempt.mjs';
import { playwrightTotals, trustedTotals, vitestTotals } from './results/totals.mjs';

/** @typedef {import('./results/second-attempt.mjs').VitestReport} VitestReport */
/** @typedef {import('./child.mjs').RunOptions} RunOptions */
/** @typedef {import('./memory-folder.mjs').Machine} Machine */
/** @typedef {import('./results/totals.mjs').RunnerEnd} RunnerEnd */
/** @typedef {{ secondAttempt?: boolean, keep?: string }} VitestOptions `secondAttempt`: the files of a run in which few failed are run once more, by themselves (decision 0065); `keep`: where the report of the run is kept */

/** The environment variable that names the file in which the server's tests note the errors that they have provoked, over both attempts. */
const provokedErrorsFile = 'PROVOKED_ERRORS_FILE';

const outsideReporter = fileURLToPath(new URL('results/outside-errors-reporter.mjs', import.meta.url));

/**
 * Runs a program of tests to its end, its temporary files in memory where there is enough of it, and returns its exit code.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions & { machine?: Machine | undefined }} options
 */
export function runTests(program, args, { machine, ...options }) {
  return withMemoryFolder(options.env, (env) => run(program, args, { ...options, env }), machine);
}

/**
 * The same, for a runner that leaves a report besides.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<RunnerEnd>}
 */
async function runReporting(program, args, options) {
  const end = await withMemoryFolder(options.env, (env) => runWithEnding(program, args, { ...options, env }));
  return { ...end, runner: [program, ...args.filter((arg) => !/^--(?:reporter|outputFile)/.test(arg))].join(' ') };
}

/**
 * Runs Vitest and returns its totals; its output goes to standard error.
 *
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 * @param {VitestOptions} options
 */
export async function vitest(base, env, args = [], { secondAttempt = false, keep } = {}) {
  const provoked = freshReport(base, 'provoked');
  const withFile = { ...env, [provokedErrorsFile]: provoked };
  const first = await runVitest(base, withFile, args, keep);
  const again = secondAttempt ? filesToTryAgain(first.report) : [];
  const last = again.length === 0 ? first : await runVitest(base, withFile, [...args, ...again]);
  rmSync(provoked, { force: true });
  const report = first.report && afterSecondAttempt(first.report, again, last.report);
  return trustedTotals(report && { ...vitestTotals(report), failures: vitestFailures(report) }, last.end);
}

/**
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 * @param {string} [keep]
 * @returns {Promise<{ report: VitestReport | undefined, end: RunnerEnd }>}
 */
async function runVitest(base, env, args, keep) {
  const file = freshReport(base, 'vitest');
  const outside = freshReport(base, 'vitest-outside');
  const reporters = [
    '--reporter=default',
    `--reporter=${outsideReporter}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const all = ['run', ...reporters, ...args];
  const withFile = { ...env, [outsideErrorsFile]: outside };
  const end = await runReporting('vitest', all, { cwd: base, env: withFile });
  if (keep !== undefined) copyReport(file, keep);
  const report = readReport(file);
  const errors = readReport(outside) ?? [];
  return { report: report && withOutsideErrors(report, errors), end };
}

/**
 * Keeps a run's report; of one that ended without a report nothing is kept, nor that of a run before.
 *
 * @param {string} file
 * @param {string} keep
 */
export function copyReport(file, keep) {
  rmSync(keep, { force: true });
  try {
    copyFileSync(file, keep);
  } catch {
    // A runner that ended without a report is a failure of its own.
  }
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
  const end = await runReporting('playwright', all, { cwd: base, env: withReport });
  const found = readReport(report);
  return trustedTotals(found && { ...playwrightTotals(found), failures: playwrightFailures(found) }, end);
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
