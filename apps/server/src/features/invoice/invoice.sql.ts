import type { Output } from '@ronghui/contract';
import type { InvoiceStatus, InvoiceType } from '@ronghui/domain/invoice';
import { addSums, type Fen, type FenSum, noFen, type Rate } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import type { NamedInvoiceFile } from './invoice-file.sql.ts';
import type { NamedItem } from './invoice-items.ts';
import { behind, type Found, findByWord, isFound, narrowed } from './invoice-keyword.sql.ts';
import type { StoredTitle } from './invoice-title.sql.ts';
import { noMark } from './issuer/invoice-mark.sql.ts';

/** An invoice in a list; `hasFile` by `file_id`. */
export const listedInvoice = wireList<Omit<Output<'invoice.page'>['items'][number], 'hasFile'>>()(
  { i: 'invoice' },
  {
    always: {
      invoiceNo: 'i.invoice_no',
      type: 'i.type',
      status: 'i.status',
      titleName: 'i.title_name',
      itemCount: 'i.item_count',
      amount: 'i.amount_fen',
      taxAmount: 'i.tax_fen',
      taxRate: 'i.tax_millionths',
      appliedAt: 'i.applied_at',
      version: 'i.version',
    },
    present: { number: 'i.number', issuedAt: 'i.issued_at', endedAt: 'i.ended_at', reason: 'i.reason' },
  },
  ['i.tenant_id', 'i.file_id', 'i.by_issuer'],
).plus<{ readonly tenant_name: string }>(
  'tenant_name',
  sql`(select t.name from tenant t where t.tenant_id = i.tenant_id)`,
);

/** The columns of an invoice in a list. */
export type InvoiceRow = RowOf<typeof listedInvoice>;

/** What is listed of a tenant's. */
export interface InvoiceFilter {
  readonly tenantId: string;
  /** The beginning of a number, or a part of the title's name. */
  readonly keyword?: string | undefined;
  readonly status?: InvoiceStatus | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

const wanted = ({ tenantId, status, from, before }: InvoiceFilter) =>
  sql<boolean>`${sql.join(
    [
      sql`i.tenant_id = ${tenantId}`,
      ...(status === undefined ? [] : [sql`i.status = ${status}`]),
      ...(from === undefined ? [] : [sql`i.applied_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`i.applied_at < ${before}`]),
    ],
    sql` and `,
  )}`;

/** A part of what a word found of a tenant's invoices, or of all of them; the newest application first. */
export const listFound = (
  db: Db,
  { filter, listing }: { readonly filter: InvoiceFilter; readonly listing: Listing },
  found: Found | undefined,
): Promise<ReadPart<InvoiceRow>> => {
  const where = wanted(filter);
  const orderBy = sql`applied_at desc, invoice_no desc`;
  const beyond = behind(listing.after);
  const list = { list: listedInvoice, from: sql`invoice i`, where, beyond, orderBy, key: 'invoice_no' } as const;
  return readPart(db, listing, found ? narrowed(list, found, listing) : list);
};

/** A part of a tenant's invoices. By invoice_newest; what a word finds by the indexes of titles and numbers. */
export const listInvoices = async (db: Db, filter: InvoiceFilter, listing: Listing): Promise<ReadPart<InvoiceRow>> =>
  listFound(db, { filter, listing }, await findByWord(db, filter.tenantId, filter.keyword));

/** The sums of the invoices of a filter that are applied for or issued. By invoice_newest, or by the indexes of titles and numbers. */
export const sumInvoices = async (db: Db, filter: InvoiceFilter): Promise<Output<'invoice.sum'>> => {
  const found = await findByWord(db, filter.tenantId, filter.keyword);
  const word = found === undefined ? sql`` : sql` and ${isFound(found)}`;
  const { rows } = await sql<{ status: string; count: number; amount_fen: FenSum; tax_fen: FenSum }>`
    select i.status, count(*)::int as count, sum(i.amount_fen) as amount_fen, sum(i.tax_fen) as tax_fen
    from invoice i where ${wanted(filter)}${word} group by i.status`.execute(db);
  const of = (status: InvoiceStatus) => {
    const row = rows.find((each) => each.status === status);
    return { count: row?.count ?? 0, amount: row?.amount_fen ?? noFen, taxAmount: row?.tax_fen ?? noFen };
  };
  const some = (...statuses: readonly InvoiceStatus[]) => {
    const parts = statuses.map(of);
    return {
      count: parts.reduce((sum, { count }) => sum + count, 0),
      amount: addSums(parts.map(({ amount }) => amount)),
      taxAmount: addSums(parts.map(({ taxAmount }) => taxAmount)),
    };
  };
  const underWay = some('issuing', 'needsPerson', 'reversing');
  return { applied: of('applied'), issued: of('issued'), ...(underWay.count > 0 && { underWay }) };
};

const titleOf = (row: {
  title_name: string;
  title_tax_no: string | null;
  title_address: string | null;
  title_phone: string | null;
  title_bank_name: string | null;
  title_account_sealed: Buffer | null;
  title_account_masked: string | null;
}): StoredTitle => ({
  name: row.title_name,
  taxNo: row.title_tax_no,
  address: row.title_address,
  phone: row.title_phone,
  bankName: row.title_bank_name,
  bankAccountSealed: row.title_account_sealed,
  bankAccountMasked: row.title_account_masked,
});

/** An invoice with what it covers; without a tenant of any, for the desk. By the unique number. */
export const findInvoice = async (db: Db, tenantId: string | null, invoiceNo: string) => {
  const { rows } = await sql<
    InvoiceRow &
      Parameters<typeof titleOf>[0] & {
        applied_by: string;
        is_demonstration: boolean;
        user_id: string;
        issuer_step: 'issue' | 'reverse' | null;
        issuer_since: Date | null;
        issuer_reason: string | null;
        issuer_note: string | null;
        issuer_url: string | null;
        reversal_code: string | null;
        reversals_refused: number;
        files: readonly Omit<NamedInvoiceFile, 'sha256'>[];
      }
  >`
    select ${listedInvoice.columns}, i.title_tax_no, i.title_address, i.title_phone, i.title_bank_name, i.title_account_sealed,
      i.title_account_masked, i.is_demonstration, i.user_id, i.issuer_step, i.issuer_since, i.issuer_reason,
      i.issuer_note, i.issuer_url, i.reversal_code, i.reversals_refused, coalesce(user_label(i.user_id), '') as applied_by,
      coalesce((select json_agg(json_build_object('kind', f.kind, 'isRed', f.is_red, 'fileId', f.file_id) order by f.is_red, f.kind)
        from invoice_file f where f.tenant_id = i.tenant_id and f.invoice_no = i.invoice_no), '[]') as files
    from invoice i where i.invoice_no = ${invoiceNo} and ${tenantId === null ? sql`true` : sql`i.tenant_id = ${tenantId}`}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const items = await db
    .selectFrom('invoice_item')
    .select(['kind', 'item_no', 'name', 'amount_fen', 'tax_fen', 'tax_code', 'unit', 'quantity', 'tax_policy'])
    .where('tenant_id', '=', row.tenant_id)
    .where('invoice_no', '=', invoiceNo)
    .orderBy('kind', 'desc')
    .orderBy('item_no')
    .limit(200)
    .execute();
  return { row, title: titleOf(row), items };
};

/** What `findInvoice` returns. */
export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** An application to store. */
export interface NewInvoice {
  readonly tenantId: string;
  readonly userId: string;
  readonly type: InvoiceType;
  readonly title: StoredTitle;
  readonly items: readonly NamedItem[];
  readonly amount: Fen;
  readonly taxAmount: Fen;
  readonly taxRate: Rate;
}

/** Adds an application; false, and nothing added, where the number is taken. */
export const insertInvoice = async (tx: Tx, invoiceNo: string, invoice: NewInvoice): Promise<boolean> => {
  const { tenantId, title, items } = invoice;
  const added = await tx
    .insertInto('invoice')
    .values({
      tenant_id: tenantId,
      invoice_no: invoiceNo,
      type: invoice.type,
      title_name: title.name,
      title_tax_no: title.taxNo,
      title_address: title.address,
      title_phone: title.phone,
      title_bank_name: title.bankName,
      title_account_sealed: title.bankAccountSealed,
      title_account_masked: title.bankAccountMasked,
      item_count: items.length,
      amount_fen: invoice.amount,
      tax_fen: invoice.taxAmount,
      tax_millionths: invoice.taxRate,
      user_id: invoice.userId,
    })
    .onConflict((conflict) => conflict.column('invoice_no').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return false;
  await tx
    .insertInto('invoice_item')
    .values(
      items.map(({ kind, no, name, amount, taxAmount, unit, quantity }) => ({
        tenant_id: tenantId,
        invoice_no: invoiceNo,
        kind,
        item_no: no,
        name,
        amount_fen: amount,
        tax_fen: taxAmount,
        unit: unit.slice(0, 20) || null,
        quantity,
      })),
    )
    .execute();
  return true;
};

/** An invoice of any tenant, locked until the transaction ends. By the unique number. */
export const lockInvoice = async (tx: Tx, invoiceNo: string) => {
  const row = await tx
    .selectFrom('invoice')
    .select([
      'tenant_id',
      'invoice_no',
      'status',
      'version',
      'amount_fen',
      'title_name',
      'issuer_step',
      'issuer_since',
      'issuer_reason',
      'issuer_tries',
      'issuer_note',
      'reversal_code',
      'reversals_refused',
    ])
    .where('invoice_no', '=', invoiceNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The check constraint allows the domain's words only.
  return row && { ...row, status: row.status as InvoiceStatus };
};

/** What `lockInvoice` returns. */
export type LockedInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>;

/** Whether another invoice bears a number; those who register the same one wait for each other. By invoice_number. */
export const isNumberTaken = async (tx: Tx, number: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('invoice number ' || ${number}, 0))`.execute(tx);
  const row = await tx.selectFrom('invoice').select('invoice_no').where('number', '=', number).executeTakeFirst();
  return row !== undefined;
};

/** What a step sets beside the status. */
type Changes =
  | {
      readonly number: string;
      readonly file_id: string | null;
      readonly is_demonstration: boolean;
      readonly by_issuer: boolean;
      /** Now, where the issuer does not say. */
      readonly issued_at?: Date;
    }
  | { readonly reason: string; readonly red_number?: string };

/** Stores a step of a locked invoice; returns its version. Rejection and reversal free what it covers. */
export const storeInvoiceStep = async (
  tx: Tx,
  { tenant_id: tenantId, invoice_no: invoiceNo, version }: LockedInvoice,
  { to, changes, isFreed }: { readonly to: InvoiceStatus; readonly changes: Changes; readonly isFreed: boolean },
): Promise<number> => {
  const now = sql<Date>`app_now()`;
  await tx
    .updateTable('invoice')
    .set({
      ...noMark,
      status: to,
      version: version + 1,
      updated_at: now,
      ...(to === 'issued' ? { issued_at: now } : { ended_at: now }),
      ...changes,
    })
    .where('tenant_id', '=', tenantId)
    .where('invoice_no', '=', invoiceNo)
    .execute();
  if (isFreed) {
    await tx
      .updateTable('invoice_item')
      .set({ is_covering: false })
      .where('tenant_id', '=', tenantId)
      .where('invoice_no', '=', invoiceNo)
      .execute();
  }
  return version + 1;
};
