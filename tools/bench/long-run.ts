import { readFileSync } from 'node:fs';
import { writeSection } from './bench-page.ts';

// Writes what `npm run test:long` reached into docs/bench.md, from the reports of Vitest that its arguments name.

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
    }[];
  }[];
}

/** Files whose numbers grow in the long run. */
const grown = /faults\/|statement-faults|bad-input|hand-oracle|-machine|lock|vault|nonces/;

const reports = process.argv.slice(2).map((file): Report => JSON.parse(readFileSync(file, 'utf8')));
const total = (count: (report: Report) => number) => reports.reduce((sum, report) => sum + count(report), 0);
const rows = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ name }) => grown.test(name))
  .flatMap(({ assertionResults }) => assertionResults)
  .map(
    ({ fullName, status, duration = 0 }) => `| ${fullName.trim()} | ${status} | ${(duration / 1000).toFixed(1)} s |`,
  );

const body = [
  `${total((each) => each.numPassedTests)} tests passed, ${total((each) => each.numFailedTests)} failed. Those whose rounds or cases grow in the long run:`,
  '',
  '| Guarantee | Outcome | Time |',
  '| --- | --- | --- |',
  ...rows,
].join('\n');
writeSection('longRun', body);
process.stdout.write(`${body}\n`);
