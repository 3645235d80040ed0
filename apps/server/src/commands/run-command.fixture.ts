import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TestApp } from '#kernel/testing/test-app';

/** Runs a command on the database of a test to its end. */
export const runCommand = (
  app: Pick<TestApp, 'dataDir' | 'url'>,
  command: string,
  { args = [], demo = 'off' }: { readonly args?: readonly string[]; readonly demo?: 'on' | 'off' } = {},
) =>
  new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
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
