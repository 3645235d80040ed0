import type { ChannelName } from '@ronghui/domain/intent/channel';
import type { IntentFact, RefundState } from '@ronghui/domain/intent/intent-fact';
import { type Fen, noFen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What led to a fact: our own question, or the channel by itself. */
export type FactSource = 'create' | 'query' | 'close' | 'notice';

/** A fact as it is stored. */
export interface FactRow {
  readonly fact_key: string;
  readonly source: FactSource;
  readonly kind: IntentFact['kind'];
  readonly transaction_no: string | null;
  readonly refund_no: string | null;
  readonly refund_state: RefundState | null;
  readonly amount_fen: Fen | null;
  readonly at: Date;
  readonly received_at: Date;
  readonly refusal: string | null;
}

/** Whose facts they are, and how they came. */
export interface FactsOf {
  /** Null of a payment that is none of ours. */
  readonly tenantId: string | null;
  readonly channel: ChannelName;
  readonly intentNo: string;
  readonly source: FactSource;
  readonly evidence: string | null;
  readonly refusal: string | null;
}

/** Adds facts; those that are there stay as they are. Returns the keys of the new ones. */
export const insertFacts = async (tx: Tx, of: FactsOf, facts: readonly IntentFact[]): Promise<readonly string[]> => {
  if (facts.length === 0) return [];
  const rows = await tx
    .insertInto('payment_fact')
    .values(
      facts.map((fact) => ({
        channel: of.channel,
        intent_no: of.intentNo,
        fact_key: fact.key,
        tenant_id: of.tenantId,
        source: of.source,
        kind: fact.kind,
        transaction_no: fact.kind === 'paid' ? fact.transaction : null,
        refund_no: fact.kind === 'refund' ? fact.refundNo : null,
        refund_state: fact.kind === 'refund' ? fact.state : null,
        amount_fen: fact.kind === 'paid' || fact.kind === 'refund' ? fact.amount : null,
        at: fact.at,
        evidence: of.evidence,
        refusal: of.refusal,
      })),
    )
    .onConflict((conflict) => conflict.constraint('payment_fact_once').doNothing())
    .returning('fact_key')
    .execute();
  return rows.map(({ fact_key }) => fact_key);
};

/** Answers that say that nothing happened: so many of the newest are enough. */
const quietFacts = 500;

/** The facts from which a payment's state follows: all that say that money moved or that it is over, and the newest of the others. By payment_fact_of. */
export const listFactsToFold = async (
  db: Db,
  { tenantId, intentNo }: { readonly tenantId: string; readonly intentNo: string },
): Promise<readonly FactRow[]> => {
  const { rows } = await sql<FactRow>`
    with own as materialized (select * from payment_fact where tenant_id = ${tenantId} and intent_no = ${intentNo})
    select fact_key, source, kind, transaction_no, refund_no, refund_state, amount_fen, at, received_at, refusal from own
      where kind in ('paid', 'refund', 'closed', 'tradeClosed', 'shown')
    union all
    (select fact_key, source, kind, transaction_no, refund_no, refund_state, amount_fen, at, received_at, refusal from own
      where kind not in ('paid', 'refund', 'closed', 'tradeClosed', 'shown') order by fact_no desc limit ${quietFacts})`.execute(
    db,
  );
  return rows;
};

/** The facts of a payment in the order of their arrival, as many as a page shows. By payment_fact_of. */
export const listFacts = async (
  db: Db,
  { tenantId, intentNo, limit }: { readonly tenantId: string; readonly intentNo: string; readonly limit: number },
): Promise<readonly FactRow[]> => {
  const { rows } = await sql<FactRow>`
    select fact_key, source, kind, transaction_no, refund_no, refund_state, amount_fen, at, received_at, refusal from payment_fact
      where tenant_id = ${tenantId} and intent_no = ${intentNo} order by fact_no limit ${limit}`.execute(db);
  return rows;
};

/** A stored fact as the fold takes it. */
export const factOf = (row: FactRow): IntentFact => {
  const { fact_key: key, at, kind } = row;
  const amount = row.amount_fen ?? noFen;
  if (kind === 'paid') return { kind, key, at, amount, transaction: row.transaction_no ?? '' };
  if (kind === 'refund')
    return { kind, key, at, amount, refundNo: row.refund_no ?? '', state: row.refund_state ?? 'processing' };
  return { kind, key, at };
};
