import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { vitestFailures } from './failures.mjs';
import { withOutsideErrors } from './outside-errors.mjs';
import OutsideErrorsReporter, { outsideErrorsFile } from './outside-errors-reporter.mjs';
import { afterSecondAttempt, filesToTryAgain } from './second-attempt.mjs';
import { vitestTotals } from './totals.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-outside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passed = (name: string) => ({ name, status: 'passed', assertionResults: [{ status: 'passed' }] });
const report = { testResults: [passed('a'), passed('b')] };

it('R14.1 an error that no test caught is a failure of the file that ran, which is tried again', () => {
  const first = withOutsideErrors(report, [{ path: 'a', text: 'Error: late' }]);
  expect(vitestFailures(first)).toEqual(['FAILED a\n    Error: late']);
  expect(vitestTotals(first).failed).toBe(1);
  const again = filesToTryAgain(first);
  expect(again).toEqual(['a']);
  const last = afterSecondAttempt(first, again, { testResults: [passed('a')] });
  expect(vitestFailures(last)).toEqual(['PASSED AT THE SECOND ATTEMPT a\n    Error: late']);
  expect(vitestTotals(last)).toEqual({ passed: 2, failed: 0 });
});

it('R14.1 an error of no known file is a failure of its own, which no second attempt takes back', () => {
  const first = withOutsideErrors(report, [{ text: 'Error: a worker ended' }]);
  expect(vitestFailures(first)).toEqual(['FAILED outside a test\n    Error: a worker ended']);
  expect(vitestTotals(first)).toEqual({ passed: 2, failed: 1 });
  expect(filesToTryAgain(first)).toEqual([]);
});

it('R14.1 the reporter writes down each error with the file that ran', () => {
  const file = join(folder, 'errors.json');
  vi.stubEnv(outsideErrorsFile, file);
  const reporter = new OutsideErrorsReporter();
  reporter.onTestRunEnd(
    [],
    [{ name: 'TypeError', message: 'late', stack: 'at b.ts:1', VITEST_TEST_PATH: '/b.test.ts' }],
  );
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([{ path: '/b.test.ts', text: 'TypeError: late\nat b.ts:1' }]);
});
