import { expect, it } from 'vitest';
import { vitestFailures } from './failures.mjs';
import { afterSecondAttempt, filesToTryAgain } from './second-attempt.mjs';
import { vitestTotals } from './totals.mjs';

const file = (name: string, ...states: string[]) => ({
  name,
  status: states.includes('failed') ? 'failed' : 'passed',
  assertionResults: states.map((status, index) => ({ status, fullName: `${index}`, failureMessages: ['why'] })),
});

it('R14.1 a run in which up to three files failed tries them again; where more failed, none', () => {
  const failed = ['a', 'b', 'c'].map((name) => file(name, 'passed', 'failed'));
  const unread = { name: 'd', status: 'failed', assertionResults: [] };
  expect(filesToTryAgain({ testResults: [...failed, file('e', 'passed')] })).toEqual(['a', 'b', 'c']);
  expect(filesToTryAgain({ testResults: [file('e', 'passed'), unread] })).toEqual(['d']);
  expect(filesToTryAgain({ testResults: [...failed, unread] })).toEqual([]);
  expect(filesToTryAgain(undefined)).toEqual([]);
});

it('R14.1 what passed at its second attempt counts as passed and is named; what failed again is a failure', () => {
  const first = { testResults: [file('a', 'passed', 'failed'), file('b', 'failed'), file('c', 'passed')] };
  const second = { testResults: [file('a', 'passed', 'passed'), file('b', 'failed')] };
  const report = afterSecondAttempt(first, ['a', 'b'], second);
  expect(vitestTotals(report)).toEqual({ passed: 3, failed: 1 });
  expect(vitestFailures(report)).toEqual(['PASSED AT THE SECOND ATTEMPT a > 1\n    why', 'FAILED b > 0\n    why']);
});

it('R14.1 without a report of the second attempt the first one counts', () => {
  const first = { testResults: [file('a', 'failed'), file('c', 'passed')] };
  expect(vitestTotals(afterSecondAttempt(first, ['a'], undefined))).toEqual({ passed: 1, failed: 1 });
});
