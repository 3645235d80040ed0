import type { Tx } from '#kernel/database/db';
import { isOfRelease } from '#kernel/http/releases/release-files';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { listKnownResultKeys } from '#kernel/jobs/sent-job.sql';
import { systemAuthor } from '#kernel/observe/audit';
import {
  deleteFile,
  listFilesBefore,
  listKnownKeys,
  listScanning,
  listUnnamed,
  updateLost,
  updateNamedAgain,
  updateScanned,
  updateUnnamed,
} from './file.sql.ts';

const atOnce = 500;
/** Longer than any upload or transaction, so that a file of a running one is not taken for an orphan. */
const graceMs = 3_600_000;
/** More unknown files than this are not interrupted uploads: perhaps the database is older than the store, and an operator should look. */
const handful = 50;
/** How long a file may stay unnamed, for example while a form is filled in. */
const unnamedDays = 7;

type FileRow = Awaited<ReturnType<typeof listScanning>>[number];

const auditFile = (tx: Tx, file: FileRow, event: string): void =>
  systemAuthor.record(tx, {
    event,
    tenantId: file.tenant_id,
    object: file.file_id,
    before: { mime: file.mime, size: file.size_bytes },
  });

const takeAway = async ({ database }: JobContext, file: FileRow, event: string): Promise<void> =>
  database.transact('service', async (tx) => {
    // Another node may have been faster.
    if (await deleteFile(tx, file.tenant_id, file.file_id)) auditFile(tx, file, event);
  });

/** Removes files in the store without a row, left by interrupted uploads; builds have none. Too many at once have another cause, and stay. @returns all files in the store */
const sweepStore = async ({ database, ports, log }: JobContext, before: Date): Promise<ReadonlySet<string>> => {
  const abandoned = await ports.files.dropAbandoned(before);
  const seen = new Set<string>();
  const strange: string[] = [];
  const look = async (keys: readonly string[]): Promise<void> => {
    const db = database.reading('service');
    const known = new Set([...(await listKnownKeys(db, keys)), ...(await listKnownResultKeys(db, keys))]);
    strange.push(...keys.filter((key) => !known.has(key)));
  };
  let keys: string[] = [];
  for await (const { key, at } of ports.files.list()) {
    if (isOfRelease(key)) continue;
    seen.add(key);
    if (at >= before) continue;
    keys.push(key);
    if (keys.length < atOnce) continue;
    await look(keys);
    keys = [];
  }
  await look(keys);
  if (strange.length > handful) {
    log.error({ event: 'sweepHeld', job: 'file.sweep', count: strange.length });
    return seen;
  }
  for (const key of strange) await ports.files.remove(key);
  const count = abandoned + strange.length;
  if (count > 0) log.info({ event: 'swept', job: 'file.sweep', count });
  return seen;
};

/** Marks the rows whose file the store has lost, or has again. No row is deleted, because a store may come back. */
const checkRows = async (
  { database, ports, log }: JobContext,
  { before, seen }: { readonly before: Date; readonly seen: ReadonlySet<string> },
): Promise<void> => {
  let after: { readonly at: Date; readonly key: string } | null = null;
  let lost = 0;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listFilesBefore>> = await listFilesBefore(
      database.reading('service'),
      before,
      { after, limit: atOnce },
    );
    for (const row of rows) {
      const isLost = !seen.has(row.storage_key) && !(await ports.files.has(row.storage_key));
      if (isLost) lost += 1;
      if (isLost === (row.lost_at !== null)) continue;
      await database.transact('service', async (tx) => {
        if (!(await updateLost(tx, row, isLost))) return;
        auditFile(tx, row, isLost ? 'job.file.lost' : 'job.file.found');
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) break;
    after = { at: last.created_at, key: last.storage_key };
  }
  if (lost > 0) log.error({ event: 'filesLost', job: 'file.sweep', count: lost });
};

const scanWaiting = async (context: JobContext): Promise<void> => {
  const { database, ports, log } = context;
  const { scan } = ports;
  for (const file of await listScanning(database.reading('service'), atOnce)) {
    const verdict = scan === null ? 'clean' : await ports.files.withLocalPath(file.storage_key, scan);
    if (verdict === 'clean') {
      await database.transact('service', (tx) => updateScanned(tx, file.tenant_id, file.file_id));
    } else if (verdict === 'infected') {
      log.warn({ event: 'fileInfected', fileId: file.file_id });
      await takeAway(context, file, 'job.file.infected');
      await ports.files.remove(file.storage_key);
    } else {
      // The scanner is down: the other files would fail as well.
      return;
    }
  }
};

/**
 * Removes files of any kind that nothing names: unused uploads, replaced logos and identity cards. It takes two steps, at least an
 * hour apart: after the first nothing can name the file any more, and transactions that were about to have ended by the second.
 */
const tidy = async (context: JobContext): Promise<void> => {
  const { database, ports, log } = context;
  const nowMs = ports.clock.now().getTime();
  if (!(await context.ports.isStoreOurs())) return;
  await database.transact('service', updateNamedAgain);
  const settled = new Date(nowMs - graceMs);
  let count = 0;
  for (;;) {
    const files = await listUnnamed(database.reading('service'), settled, atOnce);
    for (const file of files) {
      await takeAway(context, file, 'job.file.unnamed');
      await ports.files.remove(file.storage_key);
    }
    count += files.length;
    if (files.length < atOnce) break;
  }
  if (count > 0) log.info({ event: 'swept', job: 'file.tidy', count });
  const old = new Date(nowMs - unnamedDays * 86_400_000);
  while ((await database.transact('service', (tx) => updateUnnamed(tx, old, atOnce))) === atOnce);
};

/** Scheduled work on files: removes interrupted uploads, marks lost files, removes unnamed files after a week, scans files that could not be scanned on upload. @source security 4.8 */
export const fileJobs: readonly Job[] = [
  job({ name: 'file.scan', every: { minutes: 1 }, run: scanWaiting }),
  job({ name: 'file.tidy', every: { dailyAt: '20:23' }, run: tidy }),
  job({
    name: 'file.sweep',
    every: { hourlyAt: 41 },
    async run(context) {
      const before = new Date(context.ports.clock.now().getTime() - graceMs);
      if (!(await context.ports.isStoreOurs())) return;
      const seen = await sweepStore(context, before);
      await checkRows(context, { before, seen });
    },
  }),
];
