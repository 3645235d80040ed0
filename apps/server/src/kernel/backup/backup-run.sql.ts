import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#kernel/database/db';

/** How many runs are kept. */
const keptRuns = 200;
/** Tells the backup of this database from other locks. */
const lockKey = 726_120_010;

/** Keeps every other backup of this database away for as long as the connection lives. @returns whether none runs */
export const holdBackupLock = async (client: pg.ClientBase): Promise<boolean> => {
  // It waits without a word while parts are written.
  await client.query('set idle_session_timeout = 0');
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockKey]);
  return rows[0]?.free === true;
};

/** Whether this connection still holds that lock; rejects where it is lost. */
export const isLockHeld = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `select exists (select from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and granted and objid = $1::oid) as held`,
    [lockKey],
  );
  return rows[0]?.held === true;
};

/** What a backup came to. @unit bytes of its rows, as they lie in the target */
export interface RunEnd {
  readonly outcome: 'done' | 'failed';
  readonly backupId: string | null;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly reason: string | null;
}

/**
 * Notes that a backup begins, under the lock: what has no end died. The oldest rows go, the last good one never.
 *
 * @returns null where the database is of a version that notes none
 */
export const beginRun = async (client: pg.ClientBase, place: string): Promise<string | null> => {
  const { rows: found } = await client.query("select 1 where to_regclass('public.backup_run') is not null");
  if (found.length === 0) return null;
  await client.query(
    "update backup_run set ended_at = app_now(), outcome = 'failed', reason = '备份的进程中断了' where ended_at is null",
  );
  await client.query(
    `delete from backup_run where run_id <= (select run_id from backup_run order by run_id desc offset $1 limit 1)
      and run_id is distinct from (select max(run_id) from backup_run where outcome = 'done' and place = $2)`,
    [keptRuns - 2, place],
  );
  const { rows } = await client.query<{ run_id: string }>(
    'insert into backup_run (place) values ($1) returning run_id::text',
    [place],
  );
  return rows[0]?.run_id ?? null;
};

export const endRun = async (
  client: pg.ClientBase,
  runId: string,
  { outcome, backupId, bytes, rows, reason }: RunEnd,
): Promise<void> => {
  await client.query(
    'update backup_run set ended_at = app_now(), outcome = $2, backup_id = $3, bytes = $4, row_count = $5, reason = $6 where run_id = $1',
    [runId, outcome, backupId, bytes, rows, reason?.slice(0, 500) ?? null],
  );
};

/** A run as it is shown. */
export interface RunRow {
  readonly place: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: 'done' | 'failed' | null;
  readonly backupId: string | null;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly reason: string | null;
}

const shown = sql`place, started_at as "startedAt", ended_at as "endedAt", outcome, backup_id as "backupId", bytes::float8 as bytes,
  row_count::float8 as rows, reason`;

/** The newest runs. One without an end died, unless a backup runs. */
export const listRuns = async (db: Db, limit: number): Promise<readonly RunRow[]> => {
  const { rows } = await sql<RunRow>`
    select ${shown} from backup_run order by run_id desc limit ${limit}`.execute(db);
  return rows;
};

/** The last good backup of a target; of any without one. */
export const findGoodRun = async (db: Db, place: string | null): Promise<RunRow | undefined> => {
  const { rows } = await sql<RunRow>`
    select ${shown} from backup_run where outcome = 'done' and (place = ${place} or ${place}::text is null)
    order by run_id desc limit 1`.execute(db);
  return rows[0];
};

/** Whether a backup of this database runs, on whatever machine. */
export const isBackupRunning = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ runs: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${lockKey}::oid and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())) as runs`.execute(db);
  return rows[0]?.runs === true;
};

/** The age of the last good backup of a target. @unit seconds */
export interface BackupAge {
  /** Since its snapshot; null where there is none. */
  readonly good: number | null;
  /** Since a backup was first tried, as far as is known; null where none was. */
  readonly tried: number | null;
}

/** How old the last good backup of a target is. At most two hundred rows. */
export const findBackupAge = async (db: Db, place: string): Promise<BackupAge> => {
  const { rows } = await sql<BackupAge>`
    select extract(epoch from app_now() - max(started_at) filter (where outcome = 'done'))::float8 as good,
      extract(epoch from app_now() - min(started_at))::float8 as tried
    from backup_run where place = ${place}`.execute(db);
  return rows[0] ?? { good: null, tried: null };
};
