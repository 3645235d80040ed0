import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TestApp } from '#kernel/testing/test-app';
import type { Printing } from './end-command.ts';

/** How a command ended, and what it printed. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs what a command does in this process: a Node of its own takes a second to load the server. */
export const runHere = async (run: (print: Printing) => Promise<number>): Promise<Ended> => {
  const printed = { out: '', err: '' };
  const code = await run({
    out: (line) => void (printed.out += `${line}\n`),
    err: (line) => void (printed.err += `${line}\n`),
  });
  return { code, ...printed };
};

/** Runs a command as its own process on the database of a test to its end. */
export const runCommand = (
  app: Pick<TestApp, 'dataDir' | 'url'>,
  command: string,
  { args = [], demo = 'off' }: { readonly args?: readonly string[]; readonly demo?: 'on' | 'off' } = {},
) =>
  new Promise<Ended>((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      // As the launcher gives it to a command: what is compiled once is not compiled again.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.url,
      DEMO: demo,
    };
    const program = join(import.meta.dirname, command);
    const child = execFile(process.execPath, [program, ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
