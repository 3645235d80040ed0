import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutation } from './mutation.ts';

/** Thrown for a mutation that does not fit its file. */
class MutationMisses extends Error {
  override readonly name = 'MutationMisses';
}

/** The text of a file with a mutation in it. */
export const mutated = (text: string, { clause, file, from, to }: Mutation): string => {
  const [before = '', after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) {
    throw new MutationMisses(
      `${clause}: its text stands ${more.length + (after === undefined ? 0 : 1)} times in ${file}`,
    );
  }
  return `${before}${to}${after}`;
};

interface Suite {
  readonly specs?: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[];
  readonly suites?: readonly Suite[];
}
interface Report extends Suite {
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const failedIn = ({ testResults = [], specs = [], suites = [] }: Report): string[] => [
  ...testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  ),
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')).map(({ title }) => title),
  ...suites.flatMap(failedIn),
];

/** Runs a program of the repository to its end; what it prints is not shown. */
const run = (root: string, [program = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'ignore', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });

/** The titles of a clause's failing tests in one file. */
const failuresOf = async (root: string, { clause, test }: Mutation): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const report = join(folder, 'report.json');
  const titles = `${clause.replace('.', '\\.')}(?!\\d)`;
  try {
    if (test.endsWith('.spec.ts')) {
      const journeys = ['tools/launch/launch.mjs', 'run', 'journeys', test, '-g', titles, '--reporter=json'];
      await run(root, [process.execPath, ...journeys], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
    } else await run(root, ['vitest', 'run', test, '-t', titles, '--reporter=json', `--outputFile=${report}`]);
    return failedIn(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Breaks the code of a clause, runs the tests that carry the clause in one file, puts the code back, and returns the titles that failed. */
export const tryMutation = async (root: string, mutation: Mutation): Promise<string[]> => {
  const path = join(root, mutation.file);
  const text = readFileSync(path, 'utf8');
  const putBack = (): void => writeFileSync(path, text);
  const stop = (): void => {
    putBack();
    process.exit(130);
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    writeFileSync(path, mutated(text, mutation));
    return await failuresOf(root, mutation);
  } finally {
    putBack();
    for (const signal of signals) process.off(signal, stop);
  }
};
