import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Keeps a value, in place of the one that is there. */
export const putValue = async (
  db: Db,
  { key, value, ttlMs }: { readonly key: string; readonly value: string; readonly ttlMs: number },
): Promise<void> => {
  await sql`
    insert into shared_value (key, value, ttl_ms, ends_at)
    values (${key}, ${value}, ${ttlMs}, app_now() + ${ttlMs}::bigint * interval '1 millisecond')
    on conflict (key) do update set value = excluded.value, ttl_ms = excluded.ttl_ms, ends_at = excluded.ends_at`.execute(
    db,
  );
};

/** Deletes a value and gives it to the one who deleted it; null where it has ended. */
export const takeValue = async (db: Db, key: string): Promise<string | null> => {
  const { rows } = await sql<{ value: string | null }>`
    delete from shared_value where key = ${key} returning case when ends_at > app_now() then value end as value`.execute(
    db,
  );
  return rows[0]?.value ?? null;
};

/** After the clock was set back, no value lasts longer than its own length from now. */
export const correctValues = async (tx: Tx): Promise<void> => {
  await sql`
    update shared_value set ends_at = app_now() + ttl_ms * interval '1 millisecond'
    where ends_at > app_now() + ttl_ms * interval '1 millisecond'`.execute(tx);
};

/** Deletes values and counters that are over, some at once. @returns how many of the most numerous kind */
export const deleteEnded = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await Promise.all([
    sql`delete from shared_value where key in (select key from shared_value where ends_at <= app_now() order by ends_at limit ${limit})`.execute(
      tx,
    ),
    sql`delete from shared_use where key in (select key from shared_use where ends_at <= app_now() order by ends_at limit ${limit})`.execute(
      tx,
    ),
    sql`delete from shared_request where (key, window_no) in (select key, window_no from shared_request where ends_at <= app_now() order by ends_at limit ${limit})`.execute(
      tx,
    ),
  ]);
  return Math.max(...gone.map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)));
};
