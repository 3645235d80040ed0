import type { invoiceOperations, RequestOf } from '@ronghui/contract';
import { type InvoiceAction, isPaidOrder, stepInvoice } from '@ronghui/domain/invoice';
import { findFile } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { listOrdersToInvoice, lockOrdersToInvoice, type OrderToInvoice } from '#features/order/order.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/calls/listing';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { StorageFailed } from '#kernel/files/storage';
import type { IssuedInvoice } from '#kernel/ports';
import { findInvoice, isNumberTaken, type LockedInvoice, lockInvoice, storeInvoiceStep } from './invoice.sql.ts';
import { listDeskInvoices, listRefunded, ownerOf } from './invoice-desk.sql.ts';
import { type KeptPdf, keepPdf, nameFile } from './invoice-file.ts';
import { invoiceToIssue } from './invoice-issue.ts';
import { noticeOfStep } from './invoice-notice.ts';
import { detailOf, invoiceOf, rangeOf, tenantOf } from './invoice-record.ts';

type Desk = Pick<typeof invoiceOperations, Extract<keyof typeof invoiceOperations, `ops.${string}`>>;
type Issue = Desk['ops.invoice.issue'];
type End = Desk['ops.invoice.reject'];

const textOf = (row: LockedInvoice) => ({
  tenantId: row.tenant_id,
  invoiceNo: row.invoice_no,
  titleName: row.title_name,
  amount: row.amount_fen,
});

/** The invoice, locked, where it is as the desk saw it. */
const lockSeen = async (tx: Tx, { invoiceNo, version }: { readonly invoiceNo: string; readonly version: number }) => {
  const row = await lockInvoice(tx, invoiceNo);
  if (row === undefined) return 'notFound' as const;
  return row.version === version ? row : ('notAllowed' as const);
};

/** Whether one of the orders was refunded since it was applied for. */
const isRefunded = (orders: ReadonlyMap<string, OrderToInvoice>): boolean =>
  [...orders.values()].some(({ status }) => !isPaidOrder(status));

/** A number, and the file where an issuer made it. */
interface Made {
  /** The orders that it covers. */
  readonly orderNos: readonly string[];
  readonly issued: Pick<IssuedInvoice, 'number' | 'isDemonstration'>;
  readonly pdf: KeptPdf | null;
}

/** Issues an invoice through the connected issuer, and keeps its file. It happens before the transaction, so that no connection waits for it. */
const make = async (input: RequestOf<Issue>, { ports, db, fail }: HandlerContext<Issue>): Promise<Made> => {
  const found = await findInvoice(db, null, input.invoiceNo);
  if (found === undefined) return fail('notFound');
  const { row } = found;
  if (row.version !== input.version || !stepInvoice(row.status, 'issue', '').ok) return fail('notAllowed');
  const orderNos = found.items.filter(({ kind }) => kind === 'order').map(({ item_no: no }) => no);
  if (isRefunded(await listOrdersToInvoice(db, row.tenant_id, orderNos))) return fail('refunded');
  if (input.number !== undefined) {
    return { orderNos, issued: { number: input.number, isDemonstration: false }, pdf: null };
  }
  if (ports.invoiceIssuer === null) return fail('invalid', wrongField('number', '没有接入开票服务，请填写发票号码'));
  const issued = await ports.invoiceIssuer.issue(await invoiceToIssue(db, ports, found));
  try {
    return { orderNos, issued, pdf: await keepPdf(ports, row, issued) };
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    ports.log.error({ event: 'storageFailed', error });
    return fail('storage', { retryAfter: 60 });
  }
};

/** The invoice, locked, with the orders that it covers: those are still paid when it is issued. */
const lockIssued = async (tx: Tx, input: RequestOf<Issue>, orderNos: readonly string[]) => {
  const row = await lockSeen(tx, input);
  if (typeof row === 'string') return row;
  return isRefunded(await lockOrdersToInvoice(tx, row.tenant_id, orderNos)) ? ('refunded' as const) : row;
};

const issue = async (input: RequestOf<Issue>, context: HandlerContext<Issue>) => {
  const { transact, ports, fail, audit } = context;
  const { orderNos, issued, pdf } = await make(input, context);
  const { number, isDemonstration } = issued;
  return transact(async (tx) => {
    const row = await lockIssued(tx, input, orderNos);
    if (typeof row === 'string') {
      // Issued for nothing: the desk has to cancel it at the issuer.
      if (pdf !== null) ports.log.error({ event: 'invoiceIssuedInVain', invoiceNo: input.invoiceNo, number });
      return fail(row);
    }
    const step = stepInvoice(row.status, 'issue', '');
    if (!step.ok) return fail('notAllowed');
    if (await isNumberTaken(tx, number)) return fail('invalid', wrongField('number', '该发票号码已登记'));
    const fileId = pdf === null ? null : await nameFile(tx, row.tenant_id, pdf);
    const changes = { number, file_id: fileId, is_demonstration: isDemonstration };
    const version = await storeInvoiceStep(tx, row, { ...step, changes });
    noticeOfStep(tx, 'issue', { ...textOf(row), number });
    const { tenant_id: tenantId, status } = row;
    audit({ object: row.invoice_no, before: { status }, after: { tenantId, status: step.to, number, fileId } });
    return { invoiceNo: row.invoice_no, status: step.to, version };
  });
};

const end = (
  action: Exclude<InvoiceAction, 'issue'>,
  input: RequestOf<End>,
  { transact, fail, audit }: HandlerContext<End>,
) => {
  const { invoiceNo, version: seen, reason: typed, ...rest } = input;
  allTaken(rest);
  const reason = typed.trim();
  return transact(async (tx) => {
    const row = await lockSeen(tx, { invoiceNo, version: seen });
    if (row === 'notFound' || row === 'notAllowed') return fail(row);
    const step = stepInvoice(row.status, action, reason);
    if (!step.ok && step.reason !== 'notAllowed')
      return fail('invalid', wrongField('reason', '请填写原因，商户会看到它'));
    if (!step.ok) return fail('notAllowed');
    const version = await storeInvoiceStep(tx, row, { ...step, changes: { reason } });
    noticeOfStep(tx, action, { ...textOf(row), reason });
    const { tenant_id: tenantId, status } = row;
    audit({ object: invoiceNo, before: { status }, after: { tenantId, status: step.to, reason } });
    return { invoiceNo, status: step.to, version };
  });
};

/** What the provider's staff do with invoices (R10.12, R11.6). */
export const invoiceDeskHandlers: HandlersFor<Desk> = {
  'ops.invoice.page': async ({ queue, tenantId, status, from, to, ...input }, { db, ports, fail }) => {
    const { range, wrong } = rangeOf({ from, to });
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = listingOf(input, ports.limits);
    const part = await listDeskInvoices(db, { filter: { queue, tenantId, status, ...range }, listing });
    return {
      items: part.rows.slice(0, listing.pageSize).map((row) => ({ ...invoiceOf(row), ...ownerOf(row) })),
      ...pageFrame(listing, part, (row) => ({ at: row.applied_at, key: row.invoice_no })),
    };
  },

  'ops.invoice.detail': async ({ invoiceNo }, { db, ports, fail }) => {
    const found = await findInvoice(db, null, invoiceNo);
    if (found === undefined) return fail('notFound');
    const refundedNos = await listRefunded(db, found.row);
    return {
      ...detailOf(found),
      ...tenantOf(found.row),
      hasRefunded: refundedNos.length > 0,
      refundedNos: [...refundedNos],
      hasIssuer: ports.invoiceIssuer !== null,
    };
  },

  'ops.invoice.download': async ({ invoiceNo }, context) => {
    const { db, fail, audit } = context;
    const found = await findInvoice(db, null, invoiceNo);
    const fileId = found?.row.file_id ?? null;
    const file = found && fileId !== null ? await findFile(db, found.row.tenant_id, fileId) : undefined;
    if (found === undefined || file === undefined) return fail('notFound');
    const opened = await openStored(file, context);
    audit({ object: invoiceNo, tenantId: found.row.tenant_id, after: { fileId } });
    return opened;
  },

  'ops.invoice.issue': issue,
  'ops.invoice.reject': (input, context) => end('reject', input, context),
  'ops.invoice.reverse': (input, context) => end('reverse', input, context),
};
