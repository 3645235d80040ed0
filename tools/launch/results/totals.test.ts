import { expect, it } from 'vitest';
import { lastLine, playwrightTotals, sum, trustedTotals, vitestTotals } from './totals.mjs';

const file = (status: string, ...states: string[]) => ({
  status,
  assertionResults: states.map((state) => ({ status: state })),
});

it('R14.1 the sum counts each test of Vitest once', () => {
  const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')] };
  expect(vitestTotals(report)).toEqual({ passed: 3, failed: 1 });
});

it('R14.1 a test file that does not even load is a failure', () => {
  expect(vitestTotals({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1 });
});

it('R14.1 in the browser, what did not run and what broke outside a test are failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 0, skipped: 2 };
  expect(playwrightTotals({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4 });
});

it('R14.1 a runner that ends badly without naming a failed test is a failure that is named with the last it printed, and so is one without a report', () => {
  const badly = { code: 1, runner: 'vitest run', ending: 'tests\n\u001b[31merror during close\u001b[39m\n' };
  const failures = ['FAILED besides tests: vitest run ended with 1\n    tests\n    error during close'];
  expect(trustedTotals({ passed: 3, failed: 0 }, badly)).toEqual({ passed: 3, failed: 1, failures });
  const well = { code: 0, runner: 'playwright test', ending: '' };
  const unreported = ['FAILED besides tests: playwright test ended with 0 and left no report'];
  expect(trustedTotals(undefined, well)).toEqual({ passed: 0, failed: 1, failures: unreported });
  expect(trustedTotals({ passed: 3, failed: 2 }, badly)).toEqual({ passed: 3, failed: 2 });
  expect(trustedTotals({ passed: 3, failed: 0 }, well)).toEqual({ passed: 3, failed: 0 });
});

it('R14.1 the last line is the sum over all runners', () => {
  const parts = [
    { passed: 3, failed: 0 },
    { passed: 4, failed: 1 },
  ];
  expect(lastLine(sum(parts))).toBe('7 passed, 1 failed');
});
