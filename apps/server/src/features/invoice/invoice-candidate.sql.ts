import type { Output } from '@ronghui/contract';
import { type Fen, rateOf, taxIn } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { hasStatus } from '#features/bill/bill.reads';
import type { Db } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

type Candidate = Output<'invoice.candidates'>['items'][number];

/** An order or a bill that can be invoiced. */
export interface CandidateRow {
  readonly item_no: string;
  readonly name: string;
  readonly amount_fen: Fen;
  readonly tax_millionths: number;
  readonly made_at: Date;
}

/** Whether an invoice covers what an expression numbers. By invoice_item_once. */
const isCovered = (tenantId: string, kind: Candidate['kind'], no: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from invoice_item i where i.tenant_id = ${tenantId} and i.kind = ${kind} and i.item_no = ${no} and i.is_covering)`;

/**
 * The paid orders and the settled payable bills that no invoice covers, as `itemFault` of the domain decides, by the status that a bill has now.
 * By order_newest and bill_newest.
 */
const sources = {
  order: (tenantId: string) => sql`(
    select o.order_no as item_no, o.product_name || '（' || o.sku_name || '）' as name, o.total_fen as amount_fen, o.tax_millionths,
      o.created_at as made_at
    from "order" o
    where o.tenant_id = ${tenantId} and o.status in ('pendingActivation', 'active', 'expired') and o.total_fen > 0
      and not ${isCovered(tenantId, 'order', sql`o.order_no`)}) c`,
  bill: (tenantId: string) => sql`(
    select b.bill_no as item_no, b.product_name || ' · ' || b.stage_name as name, b.amount_fen, b.tax_millionths, b.issued_at as made_at
    from bill b
    where b.tenant_id = ${tenantId} and ${hasStatus('settled')} and b.direction = 'payable' and b.amount_fen > 0
      and not ${isCovered(tenantId, 'bill', sql`b.bill_no`)}) c`,
} as const;

/** Which candidates are listed. */
export interface AskedCandidates {
  readonly kind: Candidate['kind'];
  readonly no?: string | undefined;
  readonly listing: Listing;
}

/** A part of what a tenant can apply for, the newest first. */
export const listCandidates = (
  db: Db,
  tenantId: string,
  { kind, no, listing }: AskedCandidates,
): Promise<ReadPart<CandidateRow>> => {
  const { after } = listing;
  return readPart<CandidateRow>(db, listing, {
    list: { columns: sql`c.item_no, c.name, c.amount_fen, c.tax_millionths, c.made_at`, recordOf: (row) => row },
    from: sources[kind](tenantId),
    where: no === undefined ? sql`true` : sql`c.item_no = ${no}`,
    beyond: after === null ? sql`` : sql` and (c.made_at, c.item_no) < (${after.at}, ${after.key})`,
    orderBy: sql`made_at desc, item_no desc`,
    key: 'item_no',
  });
};

/** A candidate in the contract's shape. */
export const candidateOf = (kind: Candidate['kind'], row: CandidateRow): Candidate => ({
  kind,
  no: row.item_no,
  name: row.name,
  amount: row.amount_fen,
  taxAmount: taxIn(row.amount_fen, rateOf(row.tax_millionths, 'millionths')),
  taxRate: row.tax_millionths,
  at: row.made_at.toISOString(),
});

/** Which of a tenant's orders and bills an invoice covers; the caller has locked them. By invoice_item_once. */
export const listCovered = async (
  db: Db,
  tenantId: string,
  nos: readonly string[],
): Promise<readonly { readonly kind: string; readonly no: string }[]> =>
  db
    .selectFrom('invoice_item')
    .select(['kind', 'item_no as no'])
    .where('tenant_id', '=', tenantId)
    .where('kind', 'in', ['order', 'bill'])
    .where('item_no', 'in', [...nos, ''])
    .where('is_covering', '=', true)
    .execute();
