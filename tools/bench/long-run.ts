import { readFileSync } from 'node:fs';
import { writeSection } from './bench-page.ts';

// Writes what `npm run test:long` reached into docs/bench.md, from the report of Vitest that its argument names.

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

const report: Report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const rows = report.testResults
  .filter(({ name }) => grown.test(name))
  .flatMap(({ assertionResults }) => assertionResults)
  .map(
    ({ fullName, status, duration = 0 }) => `| ${fullName.trim()} | ${status} | ${(duration / 1000).toFixed(1)} s |`,
  );

const body = [
  `${report.numPassedTests} tests passed, ${report.numFailedTests} failed. Those whose rounds or cases grow in the long run:`,
  '',
  '| Guarantee | Outcome | Time |',
  '| --- | --- | --- |',
  ...rows,
].join('\n');
writeSection('longRun', body);
process.stdout.write(`${body}\n`);
