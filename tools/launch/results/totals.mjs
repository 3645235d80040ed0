import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, failures?: readonly string[] }} Totals `failures`: what failed, named with its reason */
/** @typedef {{ code: number, runner: string, ending: string }} RunnerEnd `runner`: the program with its arguments; `ending`: the end of what it printed */
/** @typedef {import('./failures.mjs').VitestFile} VitestFile */

const linesOfEnding = 30;

/**
 * The totals of a Vitest JSON report. A file that failed without a failed test (it does not load, a hook throws) counts as one.
 *
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Totals}
 */
export function vitestTotals(report) {
  const totals = { passed: 0, failed: 0 };
  for (const file of report.testResults) {
    const states = (file.assertionResults ?? []).map((test) => test.status);
    const failed = states.filter((state) => state === 'failed').length;
    totals.passed += states.filter((state) => state === 'passed').length;
    totals.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
  }
  return totals;
}

/**
 * The totals of a Playwright JSON report. An error outside a test counts as failed, and so does a test that did not run.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] }} report
 * @returns {Totals}
 */
export function playwrightTotals({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped + errors.length };
}

/**
 * The sum of several totals; an exit that no report explains counts as one failure.
 *
 * @param {readonly Totals[]} parts
 */
export function sum(parts) {
  return {
    passed: parts.reduce((all, { passed }) => all + passed, 0),
    failed: parts.reduce((all, { failed }) => all + failed, 0),
    failures: parts.flatMap(({ failures = [] }) => failures),
  };
}

/**
 * The result of a runner's report and exit code: a report is trusted only as far as the exit code agrees. What no report explains is named with the
 * end of what the runner printed, since a build server may keep no more than the last lines of a run.
 *
 * @param {Totals | undefined} reported undefined when the runner left no report
 * @param {RunnerEnd} end
 * @returns {Totals}
 */
export function trustedTotals(reported, { code, runner, ending }) {
  const totals = reported ?? { passed: 0, failed: 0 };
  const unexplained = totals.failed === 0 && (code !== 0 || reported === undefined);
  if (!unexplained) return totals;
  const left = reported === undefined ? ' and left no report' : '';
  const lines = stripVTControlCharacters(ending).trimEnd().split('\n').slice(-linesOfEnding);
  const printed = ending === '' ? [] : lines.map((line) => `    ${line}`);
  const reason = [`FAILED besides tests: ${runner} ended with ${code}${left}`, ...printed].join('\n');
  return { ...totals, failed: 1, failures: [...(totals.failures ?? []), reason] };
}

/**
 * The last line of a test run.
 *
 * @param {Totals} totals
 */
export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Prints what failed and the totals, and returns the exit code; a run without a test has failed unless it may be empty.
 *
 * @param {Totals} totals
 * @param {{ mayBeEmpty?: boolean }} options
 */
export function conclude(totals, { mayBeEmpty = false } = {}) {
  process.stdout.write(`${[...(totals.failures ?? []), lastLine(totals)].join('\n')}\n`);
  return totals.failed === 0 && (mayBeEmpty || totals.passed > 0) ? 0 : 1;
}
