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
    // As the launcher gives it to a command, which is compiled once a run then.
    env: { ...outsideEnv(), NODE_ENV: 'test', NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'), ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stderr: string }) => error.stderr,
  );
};

/** Runs a command of the provider's staff on a running server's database: `ops({ DATA_DIR }, 'staff', 'unlock', 'admin')`. */
export const ops = (env: Env, ...words: readonly string[]): Promise<string> =>
  command('commands/ops-command.ts', env, words);

/** Gives the first admin of a running server a new one-time password. */
export const resetAdmin = async (env: Env): Promise<{ readonly account: string; readonly oneTimePassword: string }> =>
  JSON.parse((await command('commands/admin-reset-command.ts', env, [])).split('\n')[0] ?? '');

/** Publishes a content folder on a running server. */
export const publish = (env: Env, folder: string): Promise<string> =>
  command('commands/content-command.ts', env, ['import', folder]);

/** The folder of the demonstration content, to be copied and changed. */
export const demoContent = join(root, 'content/demo');

/** Issues bills to a merchant: the lines and bills of twenty stages, of its own and of one other. */
export const issueBills = async (
  env: Env,
  { tenantId, bills, lines }: { readonly tenantId: string; readonly bills: number; readonly lines: number },
): Promise<void> => {
  const own = ['--own-tenant', tenantId, '--own-bills', String(bills), '--own-lines', String(lines)];
  const printed = await command('commands/demo-scale-command.ts', env, ['0.0001', ...own]);
  if (!printed.startsWith('已写入')) throw new Error(printed);
};

/** What `npm run bills:verify` says of some bills. */
export const verifyBills = (env: Env, ...billNos: readonly string[]): Promise<string> =>
  command('commands/bills-verify-command.ts', env, billNos);

/** What `npm run receipts:verify` says of all receipts. */
export const verifyReceipts = (env: Env): Promise<string> =>
  command('commands/receipts/receipts-verify-command.ts', env, []);

/** What `npm run recon:verify` says of some closed reconciliations. */
export const verifyRuns = (env: Env, ...runIds: readonly string[]): Promise<string> =>
  command('commands/recon-verify-command.ts', env, runIds);
