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

/** The columns of an event `e` that are sealed. */
export const trailColumns = sql`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, e.event, e.operation, e.result,
  e.actor_kind, e.actor_id, e.tenant_id, e.user_id, e.session_id, e.address, e.object, e.before::text as before, e.after::text as after,
  e.request_id`;

/** The head of the chain, and what it covers. */
export interface ChainState {
  readonly seal_no: number;
  readonly digest: Buffer;
  /** The number of the last seal that there is: the head's own. */
  readonly last_no: number;
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
    select c.seal_no, c.digest, coalesce((select max(seal_no) from audit_seal), 0) as last_no, c.sealed_to, c.running, c.cluster = s.system_identifier::text as is_same_cluster
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

/** Adds seals, made with one generation of the trail's key. */
export const insertSeals = async (tx: Tx, seals: readonly NewSeal[], generation: number): Promise<void> => {
  const hex = (of: (seal: NewSeal) => Buffer) => seals.map((seal) => of(seal).toString('hex'));
  await sql`
    insert into audit_seal (seal_no, event_id, content, digest, key_generation)
    select n, e, decode(c, 'hex'), decode(d, 'hex'), ${generation}::int from unnest(${seals.map(({ sealNo }) => sealNo)}::bigint[],
      ${seals.map(({ eventId }) => eventId)}::bigint[], ${hex(({ content }) => content)}::text[],
      ${hex(({ digest }) => digest)}::text[]) seal (n, e, c, d)`.execute(tx);
};

/** Moves the head of the chain, and how far it reaches; without a moment it reaches no further. */
export const updateChain = async (
  tx: Tx,
  { sealNo, digest, now }: { readonly sealNo: number; readonly digest: Buffer; readonly now: Moment | null },
): Promise<void> => {
  const reach = now === null ? {} : { sealed_to: now.end, running: [...now.running], cluster: now.cluster };
  await tx
    .updateTable('audit_chain')
    .set({ seal_no: sealNo, digest, ...reach })
    .execute();
};
