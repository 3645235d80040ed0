import pg from 'pg';
import { endingSentence } from '#kernel/ending-sentence';
import { errorCodeOf } from '#kernel/refusal';
import { StartRefused } from '#kernel/setup/start-refused';
import { beginRun, endRun, holdBackupLock, isLockHeld, type RunEnd } from './backup-run.sql.ts';
import type { Manifest } from './manifest.ts';
import { pruneBackups } from './prune-backups.ts';
import { type TakeOptions, takeBackup } from './take-backup.ts';

/** Another backup of this database runs; nothing was written. */
export class BackupRuns extends StartRefused {}
/** With which the command of backups ends for it: to be tried again later. */
export const backupRunsCode = 75;

/** Dependencies of a backup that is kept a record of. */
export interface RecordedOptions extends TakeOptions {
  /** How many of the newest are kept; null keeps all. */
  readonly keep: number | null;
}

export const rowsOf = ({ tables }: Manifest): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

const bytesOf = ({ rows }: Manifest): number =>
  rows.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0);

const notWritten = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'ESTALE',
]);

/** A folder that cannot be written to, as a sentence. */
const named = (error: unknown, { target }: Pick<TakeOptions, 'target'>): unknown => {
  const code = errorCodeOf(error) ?? '';
  if (!notWritten.has(code)) return error;
  const sentence = `备份的位置 ${target.place} 不能写入（${code}）：请检查它是否挂载、权限与剩余空间。`;
  return new StartRefused(sentence, { cause: error });
};

/** Why a backup failed, for a person; the log and the screen have the rest. */
const reasonOf = (error: unknown): string =>
  endingSentence(error) ?? '备份程序出错：请在服务器上执行 npm run backup 查看详情';

const doneOf = (manifest: Manifest, reason: string | null): RunEnd => ({
  outcome: 'done',
  backupId: manifest.id,
  bytes: bytesOf(manifest),
  rows: rowsOf(manifest),
  reason,
});

const undoneOf = (error: unknown): string => `备份已完成，但旧的备份没有清理：${reasonOf(error)}`;
const missingOf = ({ files: { missing } }: Manifest): string | null =>
  missing === 0 ? null : `文件存储中缺 ${missing} 个登记在册的文件，备份中也没有它们。`;

/** Beside a connection that was lost another backup may run: nothing more may be written or dropped. */
const expectLock = async (client: pg.Client): Promise<void> => {
  const held = await isLockHeld(client).catch(() => false);
  if (!held) throw new StartRefused('与数据库的连接在备份途中断开，这份备份作废：请再备份一次。');
};

/**
 * Takes a backup, keeps so many, and notes what came of it in `backup_run`. The lock is held until what is old is gone: beside it another backup could
 * name files that are about to go.
 *
 * @throws BackupRuns with a sentence: another backup of this database runs
 * @source running 3.3
 */
export const takeRecordedBackup = async ({ keep, ...options }: RecordedOptions): Promise<Manifest> => {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'ronghui_backup_run',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    // Its statements are short; a connection that says nothing is lost.
    query_timeout: 60_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!(await holdBackupLock(client))) throw new BackupRuns('这个数据库正在备份：请等它结束后再试。');
    const runId = await beginRun(client, options.target.place);
    const end = async (ended: RunEnd): Promise<void> => {
      if (runId !== null) await endRun(client, runId, ended);
    };
    let manifest: Manifest | undefined;
    try {
      manifest = await takeBackup({ ...options, beforeManifest: () => expectLock(client) });
      if (keep !== null) {
        await expectLock(client);
        await pruneBackups(options.target, keep);
      }
      await end(doneOf(manifest, missingOf(manifest)));
      return manifest;
    } catch (cause) {
      const error = named(cause, options);
      const failed = { outcome: 'failed', backupId: null, bytes: null, rows: null, reason: reasonOf(error) } as const;
      // A lost database cannot be written to; the next backup notes that this one died.
      await end(manifest === undefined ? failed : doneOf(manifest, undoneOf(error))).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
};
