import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { ChainState, TrailRow } from '#kernel/observe/audit-seal.sql';
import { trailColumns } from '#kernel/observe/audit-seal.sql';

/** A seal with its event as it stands now; its columns are null where there is none. */
export type SealedRow = { readonly [Column in keyof TrailRow]: TrailRow[Column] | null } & {
  readonly seal_no: number;
  readonly sealed_event_id: number;
  readonly content: Buffer;
  readonly digest: Buffer;
  readonly key_generation: number;
};

/** A part of the chain in its order, by the primary keys. */
export const listSealed = async (
  db: Db,
  { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<readonly SealedRow[]> => {
  const { rows } = await sql<SealedRow>`
    select s.seal_no, s.event_id as sealed_event_id, s.content, s.digest, s.key_generation, e.event_id, ${trailColumns}
    from (select * from audit_seal where seal_no > ${after} and seal_no <= ${to} order by seal_no limit ${limit}) s
      left join audit_event e using (event_id)
    order by s.seal_no`.execute(db);
  return rows;
};

/** The digest of one seal; undefined where it is missing. */
export const findSealDigest = async (db: Db, sealNo: number): Promise<Buffer | undefined> => {
  const row = await db.selectFrom('audit_seal').select('digest').where('seal_no', '=', sealNo).executeTakeFirst();
  return row?.digest;
};

/** Where a reading along the trail's time stands. */
export interface ReadTo {
  /** As PostgreSQL writes it: finer than a date of ours. */
  readonly at: string;
  readonly event_id: number;
}

/**
 * A part of the trail of a time, and the events in it that the chain should cover and does not: written past the sealer. It reads the next
 * `limit` events by audit_event_newest, however few of them are wanting; null at the end.
 */
export const readNeverSealed = async (
  db: Db,
  {
    chain,
    span: { from, before },
    after,
    limit,
  }: {
    readonly chain: ChainState;
    readonly span: { readonly from: Date | null; readonly before: Date | null };
    readonly after: ReadTo | null;
    readonly limit: number;
  },
): Promise<{ readonly eventIds: readonly number[]; readonly readTo: ReadTo | null }> => {
  const { rows } = await sql<{ event_ids: readonly number[] | null; at: string | null; event_id: number | null }>`
    with part as materialized (
      select e.event_id, e.tx_id, e.at from audit_event e
      where true ${from === null ? sql`` : sql`and e.at >= ${from}`} ${before === null ? sql`` : sql`and e.at < ${before}`}
        ${after === null ? sql`` : sql`and (e.at, e.event_id) > (${after.at}::timestamptz, ${after.event_id})`}
      order by e.at, e.event_id limit ${limit})
    select array(select p.event_id from part p
        where p.tx_id < ${chain.sealed_to} and not p.tx_id = any(${chain.running}::bigint[])
          and not exists (select from audit_seal s where s.event_id = p.event_id) order by p.event_id)::bigint[] as event_ids,
      l.at::text as at, l.event_id
    from (select at, event_id from part order by at desc, event_id desc limit 1) l`.execute(db);
  const [row] = rows;
  if (row === undefined || row.at === null || row.event_id === null) return { eventIds: [], readTo: null };
  return { eventIds: row.event_ids ?? [], readTo: { at: row.at, event_id: row.event_id } };
};

/** How many events, up to a number, wait for their seal for longer than they may, and the first of them. By audit_event_transaction. */
export const findLate = async (
  db: Db,
  { chain, minutes, limit }: { readonly chain: ChainState; readonly minutes: number; readonly limit: number },
): Promise<{ readonly count: number; readonly event_id: number | null }> => {
  const late = sql`e.at < app_now() - ${minutes}::int * interval '1 minute'
    and not exists (select from audit_seal s where s.event_id = e.event_id)`;
  const { rows } = await sql<{ count: number; event_id: number | null }>`
    select count(*) as count, min(event_id) as event_id from (
      (select e.event_id from audit_event e where e.tx_id >= ${chain.sealed_to} and ${late} limit ${limit})
      union all
      (select e.event_id from audit_event e where e.tx_id = any(${chain.running}::bigint[]) and ${late} limit ${limit})) l`.execute(
    db,
  );
  return rows[0] ?? { count: 0, event_id: null };
};

/** The seals of the first and of the last event of a time; undefined where it has none. By audit_event_newest. */
export const findSealRange = async (
  db: Db,
  { from, before }: { readonly from: Date | null; readonly before: Date | null },
): Promise<{ readonly from_no: number | null; readonly to_no: number | null }> => {
  const end = (bound: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`(
    select s.seal_no from audit_event e join audit_seal s using (event_id) where ${bound} order by e.at ${direction}, e.event_id ${direction} limit 1)`;
  const { rows } = await sql<{ from_no: number | null; to_no: number | null }>`
    select ${from === null ? sql`1::bigint` : end(sql`e.at >= ${from}`, sql`asc`)} as from_no,
      ${before === null ? sql`(select seal_no from audit_chain)` : end(sql`e.at < ${before}`, sql`desc`)} as to_no`.execute(
    db,
  );
  return rows[0] ?? { from_no: null, to_no: null };
};

/** The seal of an event. By the unique index on the event. */
export const findSealOf = async (db: Db, eventId: number): Promise<number | undefined> => {
  const row = await db.selectFrom('audit_seal').select('seal_no').where('event_id', '=', eventId).executeTakeFirst();
  return row?.seal_no;
};
