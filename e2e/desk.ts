import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outsideEnv } from './outside-env.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

type Env = Readonly<Record<string, string>>;

const command = async (file: string, env: Env, words: readonly string[]): Promise<string> => {
  const run = promisify(execFile)(process.execPath, [join(root, 'apps/server/src', file), ...words], {
    cwd: root,
    env: { ...outsideEnv(), NODE_ENV: 'test', ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stderr: string }) => error.stderr,
  );
};

/** Runs a command of the provider's staff on a running server's database: `desk({ DATA_DIR }, 'order', 'approve', 'DD…')`. */
export const desk = (env: Env, ...words: readonly string[]): Promise<string> =>
  command('commands/desk-command.ts', env, words);

/** Publishes a content folder on a running server. */
export const publish = (env: Env, folder: string): Promise<string> =>
  command('commands/content-command.ts', env, ['import', folder]);

/** The folder of the demonstration content, to be copied and changed. */
export const demoContent = join(root, 'content/demo');
