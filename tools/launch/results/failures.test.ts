import { expect, it } from 'vitest';
import { playwrightFailures, vitestFailures } from './failures.mjs';

it('R14.1 a failed test is named with its reason, and so is a file that does not load', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'is well' },
        { status: 'failed', fullName: 'is not', failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  at a'] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(vitestFailures({ testResults })).toEqual([
    'FAILED a.test.ts > is not\n    expected 1\n      at a',
    'FAILED b.test.ts\n    no such module',
  ]);
});

it('R14.1 in the browser, what failed, what did not run, what passed at the second attempt and what broke outside a test are named', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ projectName: 'h5', status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  });
  const suites = [
    {
      title: 'order.spec.ts',
      specs: [spec('pays', 'expected'), spec('ends', 'unexpected', 'timed out'), spec('shows', 'flaky', 'not yet')],
      suites: [{ title: 'desk', specs: [spec('waits', 'skipped')] }],
    },
  ];
  expect(playwrightFailures({ suites, errors: [{ message: 'no server' }] })).toEqual([
    'FAILED outside a test\n    no server',
    'FAILED [h5] order.spec.ts > ends\n    timed out',
    'PASSED AT THE SECOND ATTEMPT [h5] order.spec.ts > shows\n    not yet',
    'FAILED [h5] desk > waits\n    did not run',
  ]);
});
