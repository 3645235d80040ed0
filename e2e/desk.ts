import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = join(root, 'apps/server/src/desk-command.ts');

/** What the provider's staff do at their desk, on a running server's database: `desk({ DATA_DIR }, 'order', 'approve', 'DD…')`. */
export const desk = async (env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> => {
  const run = promisify(execFile)(process.execPath, [command, ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stderr: string }) => error.stderr,
  );
};
