import { allowMinutesBehind, type Tx } from '#kernel/database/db';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { type DataKeyRow, listDataKeys, updateResealed } from '#kernel/secrets/data-keys/data-key.sql';
import {
  countOld,
  countOldReplies,
  type KeyValues,
  takeOldRows,
  updateSealed,
} from '#kernel/secrets/data-keys/reseal.sql';
import { type SealedColumn, sealedColumns } from '#kernel/secrets/data-keys/sealed-columns';
import type { Secrets } from '#kernel/secrets/secrets';
import { sealedPrefix } from '#kernel/secrets/vault';

const atOnce = 500;
/** A table is read for what is old in it. @unit minutes */
const scanMinutes = 30;
const countAtMost = 1000;

/** The generation of the vault in force, and whether an older one is there. */
export const vaultNow = (rows: readonly DataKeyRow[]): { readonly current: DataKeyRow; readonly hasOlder: boolean } => {
  const own = rows.filter(({ purpose }) => purpose === 'vault');
  const current = own.findLast(({ inForceAt }) => inForceAt !== null);
  if (current === undefined) throw new Error('the vault has no key in force');
  return { current, hasOlder: own.some(({ generation }) => generation < current.generation) };
};

/** What an older generation is still needed for: rows by table and column, as many as are counted. */
export interface Needed {
  readonly name: string;
  readonly count: number;
}

/** What generations before one are needed for; empty where nothing is left. */
export const listNeeded = async (tx: Tx, generation: number): Promise<readonly Needed[]> => {
  const prefix = sealedPrefix(generation);
  allowMinutesBehind(tx, scanMinutes);
  const needed: Needed[] = [];
  for (const column of sealedColumns)
    needed.push({ name: `${column.table}.${column.column}`, count: await countOld(tx, column, prefix, countAtMost) });
  needed.push({ name: 'idempotency.reply', count: await countOldReplies(tx, prefix, countAtMost) });
  return needed.filter(({ count }) => count > 0);
};

/** What became of a part: rows that were sealed anew, those that nothing opens, and where the next part begins; null at the end. */
interface Part {
  readonly count: number;
  readonly failed: number;
  readonly last: KeyValues | null;
}

const resealPart = async (
  { database, ports: { vault }, log }: JobContext,
  {
    column,
    prefix,
    after,
  }: { readonly column: SealedColumn; readonly prefix: Buffer; readonly after: KeyValues | null },
): Promise<Part> =>
  database.transact('service', async (tx) => {
    allowMinutesBehind(tx, scanMinutes);
    const rows = await takeOldRows(tx, column, { prefix, after, limit: atOnce });
    const sealed = rows.flatMap(({ key, sealed: old }) => {
      try {
        return [{ key, sealed: vault.seal(vault.open(old)) }];
      } catch {
        // The rest goes on: a row that nothing opens would stop all that follow it.
        log.error({ event: 'notResealed', reason: `${column.table}.${column.column} ${key.join(' ')}` });
        return [];
      }
    });
    if (sealed.length > 0) await updateSealed(tx, column, sealed);
    return {
      count: sealed.length,
      failed: rows.length - sealed.length,
      last: rows.length < atOnce ? null : (rows.at(-1)?.key ?? null),
    };
  });

const resealColumn = async (context: JobContext, column: SealedColumn, prefix: Buffer): Promise<Omit<Part, 'last'>> => {
  let [count, failed, after]: [number, number, KeyValues | null] = [0, 0, null];
  do {
    const part: Part = await resealPart(context, { column, prefix, after });
    [count, failed, after] = [count + part.count, failed + part.failed, part.last];
  } while (after !== null && context.signal?.aborted !== true);
  return { count, failed };
};

/** Seals with the generation in force what older ones have sealed, table by table in small parts; does nothing once all stands under it. */
const reseal = async (context: JobContext): Promise<void> => {
  const { database, log, ports } = context;
  const { current, hasOlder } = vaultNow(await listDataKeys(database.reading('service')));
  if (!hasOlder || current.resealedAt !== null) return;
  const prefix = sealedPrefix(current.generation);
  // Another node may have put a generation in force that this one has not read.
  if (!ports.vault.seal('').subarray(0, prefix.length).equals(prefix)) return;
  let [count, failed] = [0, 0];
  for (const column of sealedColumns) {
    const done = await resealColumn(context, column, prefix);
    [count, failed] = [count + done.count, failed + done.failed];
  }
  if (count > 0) log.info({ event: 'resealed', count });
  if (failed > 0) throw new Error(`${failed} rows that no key opens were left as they are`);
  // What was sealed before the turn may be committed after it.
  if (!current.isSettled) return;
  await database.transact('service', async (tx) => {
    if ((await listNeeded(tx, current.generation)).length === 0) await updateResealed(tx, current);
  });
};

/** As long as a run may take: millions of rows. @unit ms */
const maxMs = 6 * 3_600_000;

/** Reads the data keys, in case a notification was missed, and re-seals what stands under an older generation of the vault. @source running 5.4 */
export const keyJobs = (secrets: Pick<Secrets, 'refresh'>): readonly Job[] => [
  job({
    name: 'dataKey.reseal',
    every: { minutes: 10 },
    bounds: { maxMs, retrySec: 600 },
    async run(context) {
      await secrets.refresh();
      await reseal(context);
    },
  }),
];
