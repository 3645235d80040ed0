import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** An event as it is sealed: every column of it, in one spelling. */
export interface TrailRow {
  readonly event_id: number;
  readonly at: string;
  readonly event: string;
  readonly operation: string;
  readonly result: string;
  readonly actor_kind: string | null;
  readonly actor_id: string | null;
  readonly tenant_id: string | null;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly address: string;
  readonly object: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly request_id: string;
}

const trailColumns = sql`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, e.event, e.operation, e.result,
  e.actor_kind, e.actor_id, e.tenant_id, e.user_id, e.session_id, e.address, e.object, e.before::text as before, e.after::text as after,
  e.request_id`;

/** The head of the chain, and what it covers. */
export interface ChainState {
  readonly seal_no: number;
  readonly digest: Buffer;
  /** Transactions before this one are sealed, but for those that were running. */
  readonly sealed_to: number;
  readonly running: readonly number[];
  /** Whether transactions are counted as they were then. */
  readonly is_same_cluster: boolean;
}

/** Transactions that are over: those before `end` that are not running. */
export interface Moment {
  readonly end: number;
  readonly running: readonly number[];
  readonly cluster: string;
}

/** The head of the chain. */
export const findChain = async (db: Db): Promise<ChainState> => {
  const { rows } = await sql<ChainState>`
    select c.seal_no, c.digest, c.sealed_to, c.running, c.cluster = s.system_identifier::text as is_same_cluster
    from audit_chain c, pg_control_system() s`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the audit chain has no head');
  return row;
};

/** Takes the chain for this transaction; false while another sealer has it. */
export const takeChain = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from audit_chain for update skip locked`.execute(tx);
  return rows.length === 1;
};

/** Which transactions are over now. */
export const findMoment = async (tx: Tx): Promise<Moment> => {
  const { rows } = await sql<Moment>`
    select pg_snapshot_xmax(now)::text::bigint as end, array(select pg_snapshot_xip(now)::text::bigint) as running,
      (select system_identifier::text from pg_control_system()) as cluster
    from pg_current_snapshot() now`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no snapshot');
  return row;
};

/**
 * Whether something was committed that is not sealed: two looks into audit_event_transaction, written as ranges in its order, because many
 * rows of one transaction make the planner read the table.
 */
export const hasUnsealed = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select c.cluster <> s.system_identifier::text
      or coalesce((select tx_id from audit_event order by tx_id desc, event_id desc limit 1) >= c.sealed_to, false)
      or exists (select from unnest(c.running) r (tx) where (
        select e.tx_id from audit_event e where (e.tx_id, e.event_id) >= (r.tx, 0) order by e.tx_id, e.event_id limit 1) = r.tx) as has
    from audit_chain c, pg_control_system() s`.execute(db);
  return rows[0]?.has ?? false;
};

/** How many events wait for their seal, up to a limit; by audit_event_transaction. */
export const countUnsealed = async (db: Db, limit: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from (select from audit_event where tx_id >= c.sealed_to limit ${limit}) since)
      + (select count(*) from (select from audit_event where tx_id = any(c.running) limit ${limit}) late) as count
    from audit_chain c`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The last row of a part, which the next one follows. */
export interface TrailPlace {
  readonly tx_id: number;
  readonly event_id: number;
}

type UnsealedRow = TrailRow & TrailPlace;

/** Where the unsealed events are: those of a transaction that was running, those since, or, in another cluster, anywhere. */
export type Where = { readonly transaction: number } | 'since' | 'anywhere';

/** What the chain does not cover, each a range of audit_event_transaction: an `or` of them, or an equality, would read the whole trail. */
const conditionOf = (where: Where, { sealed_to }: ChainState): RawBuilder<unknown> => {
  if (where === 'since') return sql`e.tx_id >= ${sealed_to}`;
  if (where === 'anywhere') return sql`true`;
  return sql`e.tx_id >= ${where.transaction} and e.tx_id <= ${where.transaction}`;
};

/**
 * A part of the events of finished transactions that the chain does not cover, in the order of their transactions. By audit_event_transaction. What
 * has a seal is left out: a first run may have met it, and a restored row bears the number of another cluster.
 */
export const listUnsealed = async (
  tx: Tx,
  {
    where,
    chain,
    now,
    after,
    limit,
  }: {
    readonly where: Where;
    readonly chain: ChainState;
    readonly now: Moment;
    readonly after: TrailPlace;
    readonly limit: number;
  },
): Promise<readonly UnsealedRow[]> => {
  // In a restored dump a row may bear a number that this cluster has not reached.
  const isOver =
    where === 'anywhere'
      ? sql`not e.tx_id = any(${now.running}::bigint[])`
      : sql`e.tx_id < ${now.end} and not e.tx_id = any(${now.running}::bigint[])`;
  const { rows } = await sql<UnsealedRow>`
    select e.event_id, e.tx_id, ${trailColumns} from audit_event e
    where (e.tx_id, e.event_id) > (${after.tx_id}, ${after.event_id}) and ${conditionOf(where, chain)} and ${isOver}
      and not exists (select from audit_seal s where s.event_id = e.event_id)
    order by e.tx_id, e.event_id limit ${limit}`.execute(tx);
  return rows;
};

/** A seal to store. */
export interface NewSeal {
  readonly sealNo: number;
  readonly eventId: number;
  readonly content: Buffer;
  readonly digest: Buffer;
}

/** Adds seals. */
export const insertSeals = async (tx: Tx, seals: readonly NewSeal[]): Promise<void> => {
  const hex = (of: (seal: NewSeal) => Buffer) => seals.map((seal) => of(seal).toString('hex'));
  await sql`
    insert into audit_seal (seal_no, event_id, content, digest)
    select n, e, decode(c, 'hex'), decode(d, 'hex') from unnest(${seals.map(({ sealNo }) => sealNo)}::bigint[],
      ${seals.map(({ eventId }) => eventId)}::bigint[], ${hex(({ content }) => content)}::text[],
      ${hex(({ digest }) => digest)}::text[]) seal (n, e, c, d)`.execute(tx);
};

/** Moves the head of the chain. */
export const updateChain = async (
  tx: Tx,
  { sealNo, digest, now }: { readonly sealNo: number; readonly digest: Buffer; readonly now: Moment },
): Promise<void> => {
  await tx
    .updateTable('audit_chain')
    .set({ seal_no: sealNo, digest, sealed_to: now.end, running: [...now.running], cluster: now.cluster })
    .execute();
};

/** A seal with its event as it stands now; its columns are null where there is none. */
export type SealedRow = { readonly [Column in keyof TrailRow]: TrailRow[Column] | null } & {
  readonly seal_no: number;
  readonly sealed_event_id: number;
  readonly content: Buffer;
  readonly digest: Buffer;
};

/** A part of the chain in its order, by the primary keys. */
export const listSealed = async (
  db: Db,
  { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<readonly SealedRow[]> => {
  const { rows } = await sql<SealedRow>`
    select s.seal_no, s.event_id as sealed_event_id, s.content, s.digest, e.event_id, ${trailColumns}
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

/** Events of a time that the chain should cover and does not, oldest first: written past the sealer. It reads the trail of that time. */
export const listNeverSealed = async (
  db: Db,
  {
    chain,
    from,
    before,
    limit,
  }: { readonly chain: ChainState; readonly from: Date | null; readonly before: Date | null; readonly limit: number },
): Promise<readonly number[]> => {
  const { rows } = await sql<{ event_id: number }>`
    select e.event_id from audit_event e
    where e.tx_id < ${chain.sealed_to} and not e.tx_id = any(${chain.running}::bigint[])
      ${from === null ? sql`` : sql`and e.at >= ${from}`} ${before === null ? sql`` : sql`and e.at < ${before}`}
      and not exists (select from audit_seal s where s.event_id = e.event_id)
    order by e.event_id limit ${limit}`.execute(db);
  return rows.map(({ event_id }) => event_id);
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
