import type { Input, Output } from '@ronghui/contract';
import { type RawBuilder, sql } from 'kysely';
import { isTaken, type Taken, takenBy } from '#features/staff/staff.reads';
import type { Db, Tx } from '#kernel/database/db';
import { type RowOf, readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { type FoundInvoice, type LockedInvoice, listedInvoice } from './invoice.sql.ts';
import { behind, findByWord, narrowed } from './invoice-keyword.sql.ts';
import { tenantOf } from './invoice-record.ts';

type Item = Output<'ops.invoice.page'>['items'][number];

/** The desk's filter; `before` is the first moment after the range. */
interface OpsFilter {
  readonly queue?: Input<'ops.invoice.page'>['queue'] | undefined;
  readonly tenantId?: string | undefined;
  /** The beginning of a number, or a part of the title's name. */
  readonly keyword?: string | undefined;
  readonly status?: Item['status'] | undefined;
  readonly taken?: Taken | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/** The refunded orders that an invoice `i` still covers. By the keys of items and orders. */
const refundedOf = sql`from invoice_item it join "order" o on o.tenant_id = it.tenant_id and o.order_no = it.item_no
  where it.tenant_id = i.tenant_id and it.invoice_no = i.invoice_no and it.kind = 'order' and it.is_covering and o.status = 'refunded'`;

const listed = listedInvoice
  .plus<{ readonly has_refunded: boolean }>('has_refunded', sql`exists (select ${refundedOf})`)
  .plus<{ readonly taken_by: string | null }>('taken_by', takenBy('invoice', sql`i.invoice_no`));
type OpsRow = RowOf<typeof listed>;

/** Whose it is, whether it covers what was refunded, and who works on it. */
export const ownerOf = (row: OpsRow): Pick<Item, 'tenantId' | 'tenantName' | 'hasRefunded' | 'takenBy'> => ({
  ...tenantOf(row),
  hasRefunded: row.has_refunded,
  ...(row.taken_by === null ? {} : { takenBy: row.taken_by }),
});

/** What still covers a refunded order: by order_refunded and invoice_item_once. */
const coversRefunded = sql`(i.tenant_id, i.invoice_no) in (
  select it.tenant_id, it.invoice_no from "order" o
    join invoice_item it on it.tenant_id = o.tenant_id and it.kind = 'order' and it.item_no = o.order_no and it.is_covering
    where o.status = 'refunded')`;

const wanted = ({ queue, tenantId, status, taken, from, before }: OpsFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(queue === 'applied' ? [sql`i.status = 'applied'`] : []),
      ...(queue === 'refunded' ? [coversRefunded] : []),
      ...(tenantId === undefined ? [] : [sql`i.tenant_id = ${tenantId}`]),
      ...(status === undefined ? [] : [sql`i.status = ${status}`]),
      ...(taken === undefined ? [] : [isTaken(taken, 'invoice', sql`i.invoice_no`)]),
      ...(from === undefined ? [] : [sql`i.applied_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`i.applied_at < ${before}`]),
    ],
    sql` and `,
  );

/**
 * A page of the invoices of all tenants: applications the oldest first by invoice_desk, anything else newest first by invoice_applied; what a word
 * finds by the indexes of titles and numbers.
 */
export const listOpsInvoices = async (
  db: Db,
  { filter, listing }: { readonly filter: OpsFilter; readonly listing: Listing },
): Promise<ReadPart<OpsRow>> => {
  const found = await findByWord(db, filter.tenantId ?? null, filter.keyword);
  const isQueue = filter.queue === 'applied';
  const where = wanted(filter);
  const orderBy = isQueue ? sql`applied_at, invoice_no` : sql`applied_at desc, invoice_no desc`;
  const beyond = behind(listing.after, isQueue);
  const list = { list: listed, from: sql`invoice i`, where, beyond, orderBy, key: 'invoice_no' } as const;
  return readPart(db, listing, found ? narrowed(list, found, listing) : list);
};

/** The refunded orders that an invoice still covers. */
export const listRefunded = async (
  db: Db,
  { tenant_id, invoice_no }: FoundInvoice['row'],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ item_no: string }>`
    select it.item_no from (select ${tenant_id}::text as tenant_id, ${invoice_no}::text as invoice_no) i cross join lateral (
      select it.item_no ${refundedOf}) it order by it.item_no limit 200`.execute(db);
  return rows.map(({ item_no }) => item_no);
};

/** Gives an issued invoice its file, in the place of a former one; returns its version. */
export const storeInvoiceFile = async (
  tx: Tx,
  { tenant_id: tenantId, invoice_no: invoiceNo, version }: LockedInvoice,
  fileId: string,
): Promise<number> => {
  await tx
    .updateTable('invoice')
    .set({ file_id: fileId, version: version + 1, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('invoice_no', '=', invoiceNo)
    .execute();
  return version + 1;
};
