import { insertAuditEvent } from '#kernel/audit.sql';
import { type Job, type JobContext, job } from '#kernel/jobs';
import { deleteFile, listFilesBefore, listKnownKeys, listScanning, updateScanned } from './file.sql.ts';

const atOnce = 500;
/** Longer than any upload or transaction takes, so that nothing under way is taken for an orphan. */
const graceMs = 3_600_000;

type FileRow = Awaited<ReturnType<typeof listScanning>>[number];

const auditOf = (file: FileRow, event: string) => ({
  event,
  operation: '',
  result: 'ok',
  tenant_id: file.tenant_id,
  user_id: null,
  session_id: null,
  address: '',
  object: file.file_id,
  before: JSON.stringify({ mime: file.mime, size: file.size_bytes }),
  after: null,
  request_id: '',
});

const takeAway = async ({ database }: JobContext, file: FileRow, event: string): Promise<void> =>
  database.transact('service', async (tx) => {
    await deleteFile(tx, file.tenant_id, file.file_id);
    await insertAuditEvent(tx, auditOf(file, event));
  });

/** Files in the store that no row knows: an upload that ended between the two. */
const sweepStore = async ({ database, ports, log }: JobContext, before: Date): Promise<void> => {
  let count = await ports.files.dropAbandoned(before);
  const strange = async (keys: readonly string[]): Promise<void> => {
    const known = new Set(await listKnownKeys(database.reading('service'), keys));
    for (const key of keys) {
      if (known.has(key)) continue;
      await ports.files.remove(key);
      count += 1;
    }
  };
  let keys: string[] = [];
  for await (const { key, at } of ports.files.list()) {
    if (at >= before) continue;
    keys.push(key);
    if (keys.length < atOnce) continue;
    await strange(keys);
    keys = [];
  }
  await strange(keys);
  if (count > 0) log.info({ event: 'swept', job: 'file.sweep', count });
};

/** Rows whose file the store has lost: nobody is to believe in them. */
const sweepRows = async (context: JobContext, before: Date): Promise<void> => {
  const { database, ports, log } = context;
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listFilesBefore>> = await listFilesBefore(
      database.reading('service'),
      before,
      { after, limit: atOnce },
    );
    for (const row of rows) {
      if (await ports.files.has(row.storage_key)) continue;
      log.error({ event: 'fileLost', fileId: row.file_id });
      await takeAway(context, row, 'job.file.lost');
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = { at: last.created_at, key: last.storage_key };
  }
};

const scanWaiting = async (context: JobContext): Promise<void> => {
  const { database, ports, log } = context;
  const { scan } = ports;
  for (const file of await listScanning(database.reading('service'), atOnce)) {
    const verdict = scan === null ? 'clean' : await ports.files.lend(file.storage_key, scan);
    if (verdict === 'clean') {
      await database.transact('service', (tx) => updateScanned(tx, file.tenant_id, file.file_id));
    } else if (verdict === 'infected') {
      log.warn({ event: 'fileInfected', fileId: file.file_id });
      await takeAway(context, file, 'job.file.infected');
      await ports.files.remove(file.storage_key);
    } else {
      // The scanner is away: the others would wait as long.
      return;
    }
  }
};

/** What happens to files by itself: orphans on both sides go, what could not be scanned at once is scanned. @source security 4.8 */
export const fileJobs: readonly Job[] = [
  job({ name: 'file.scan', every: '* * * * *', run: scanWaiting }),
  job({
    name: 'file.sweep',
    every: '41 * * * *',
    async run(context) {
      const before = new Date(context.ports.clock.now().getTime() - graceMs);
      await sweepStore(context, before);
      await sweepRows(context, before);
    },
  }),
];
