import type { invoiceOperations, RequestOf } from '@ronghui/contract';
import { type InvoiceAction, isResultUnknown, stepInvoice } from '@ronghui/domain/invoice';
import { findFile } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { lockOrdersToInvoice } from '#features/order/order.steps';
import { findLastStep, nameOfStaff } from '#features/staff/staff.reads';
import { countLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import { rangeOf } from '#kernel/calls/asked-range';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import type { Ports } from '#kernel/ports';
import { listOpsInvoices, listRefunded, ownerOf } from './invoice.ops.sql.ts';
import { type FoundInvoice, findInvoice, isNumberTaken, type LockedInvoice, storeInvoiceStep } from './invoice.sql.ts';
import { fileIdOf } from './invoice-file.ts';
import { isRefunded, lockSeen } from './invoice-lock.ts';
import { noticeOfStep } from './invoice-notice.ts';
import { listOrderNos } from './invoice-order.sql.ts';
import { detailOf, invoiceOf, tenantOf } from './invoice-record.ts';
import { invoiceResolveHandlers } from './invoice-resolve.ts';
import { uploadInvoice } from './invoice-upload.ts';
import { askForReversal, isReversedByIssuer, issueByIssuer } from './issuer/with-issuer.ts';

type Desk = Pick<typeof invoiceOperations, Extract<keyof typeof invoiceOperations, `ops.${string}`>>;
type Issue = Desk['ops.invoice.issue'];
type Reject = Desk['ops.invoice.reject'];
/** What rejecting and reversing have in common. */
type End = Omit<Reject, 'errors'> & { readonly errors: Omit<Reject['errors'], 'withIssuer'> };

/** What staff change an invoice by. */
const stepEvents = [
  'ops.invoice.issue',
  'ops.invoice.reject',
  'ops.invoice.reverse',
  'ops.invoice.resolve',
  'ops.invoice.upload',
] as const satisfies readonly (keyof Desk)[];

const textOf = (row: LockedInvoice) => ({
  tenantId: row.tenant_id,
  invoiceNo: row.invoice_no,
  titleName: row.title_name,
  amount: row.amount_fen,
});

/** The application as it is issued with a typed number: not while it is with an issuer, and its orders are still paid. */
const refusalOfTyped = async (tx: Tx, row: LockedInvoice, { invoiceIssuer }: Pick<Ports, 'invoiceIssuer'>) => {
  if (row.issuer_step !== null && invoiceIssuer !== null) return 'withIssuer' as const;
  const orderNos = await listOrderNos(tx, row);
  return isRefunded(await lockOrdersToInvoice(tx, row.tenant_id, orderNos)) ? ('refunded' as const) : null;
};

const issue = async (input: RequestOf<Issue>, context: HandlerContext<Issue>) => {
  const { transact, ports, fail, audit } = context;
  const { invoiceIssuer: issuer } = ports;
  const { number: typed } = input;
  if (typed === undefined && issuer === null)
    return fail('invalid', wrongField('number', '没有接入开票服务，请填写发票号码'));
  if (typed === undefined && issuer !== null) return issueByIssuer(input, context, issuer);
  const number = typed ?? '';
  return transact(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    const step = stepInvoice(row.status, 'issue', '');
    if (!step.ok) return fail('notAllowed');
    const refusal = await refusalOfTyped(tx, row, ports);
    if (refusal !== null) return fail(refusal);
    if (await isNumberTaken(tx, number)) return fail('invalid', wrongField('number', '该发票号码已登记'));
    const changes = { number, file_id: null, is_demonstration: false, by_issuer: false };
    const version = await storeInvoiceStep(tx, row, { ...step, changes });
    noticeOfStep(tx, 'issue', { ...textOf(row), number });
    const { tenant_id: tenantId, status } = row;
    audit({ object: row.invoice_no, before: { status }, after: { tenantId, status: step.to, number, fileId: null } });
    return { invoiceNo: row.invoice_no, status: step.to, version };
  });
};

const end = (
  action: Exclude<InvoiceAction, 'issue'>,
  input: RequestOf<End>,
  { transact, fail, audit }: HandlerContext<End>,
  /** Ends the call where the invoice is with the issuer; null where this step is its result. */
  whenHeld: (() => never) | null = null,
) => {
  const { invoiceNo, version: seen, reason: typed, ...rest } = input;
  allTaken(rest);
  const reason = typed.trim();
  return transact(async (tx) => {
    const row = await lockSeen(tx, { invoiceNo, version: seen });
    if (typeof row === 'string') return fail(row);
    // What is with the issuer says so, whatever else would be wrong.
    if (row.issuer_step !== null && whenHeld !== null) return whenHeld();
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

/** What the issuer was asked for and last reported; of one that it refused, why. */
const withIssuerOf = (row: FoundInvoice['row'], now: Date) => {
  const { issuer_step: step, issuer_since: since, issuer_note: note, issuer_url: url } = row;
  if (step === null || since === null) return note === null ? {} : { issuerRefusal: note };
  const reported = { ...(note !== null && { note }), ...(url !== null && { url }) };
  return { withIssuer: { step, since: since.toISOString(), isUnknown: isResultUnknown(since, now), ...reported } };
};

/** What the provider's staff do with invoices (R10.12, R11.6). */
export const invoiceOpsHandlers: HandlersFor<Desk> = {
  'ops.invoice.page': async (asked, { db, ports, staffId, fail }) => {
    const { queue, tenantId, keyword, status, taken, from, to, ...input } = asked;
    const { range, wrong } = rangeOf({ from, to });
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = listingOf(input, ports.limits);
    const own = taken && { who: taken, staffId };
    const filter = { queue, tenantId, keyword, status, taken: own, ...range };
    const part = await listOpsInvoices(db, { filter, listing });
    return {
      items: part.rows.slice(0, listing.pageSize).map((row) => ({ ...invoiceOf(row), ...ownerOf(row) })),
      ...pageFrame(listing, part, (row) => ({ at: row.applied_at, key: row.invoice_no })),
    };
  },

  'ops.invoice.detail': async ({ invoiceNo }, { db, ports, now, fail }) => {
    const found = await findInvoice(db, null, invoiceNo);
    if (found === undefined) return fail('notFound');
    const [refundedNos, last] = await Promise.all([
      listRefunded(db, found.row),
      findLastStep(db, invoiceNo, stepEvents),
    ]);
    return {
      ...detailOf(found),
      ...tenantOf(found.row),
      hasRefunded: refundedNos.length > 0,
      refundedNos: [...refundedNos],
      // One that it did not make is reversed elsewhere.
      hasIssuer:
        ports.invoiceIssuer !== null && (found.row.by_issuer || !['issued', 'reversing'].includes(found.row.status)),
      ...withIssuerOf(found.row, now),
      ...last,
    };
  },

  'ops.invoice.watch': async ({ invoiceNo }, { db, ports, staffId, now, fail }) => {
    const [found, name, last] = await Promise.all([
      findInvoice(db, null, invoiceNo),
      nameOfStaff(db, staffId),
      findLastStep(db, invoiceNo, stepEvents),
    ]);
    if (found === undefined) return fail('notFound');
    const others = await noteOpen(ports.fast, { record: `invoice:${invoiceNo}`, staffId, name, nowMs: now.getTime() });
    return { version: found.row.version, others: [...others], ...last };
  },

  'ops.invoice.download': async ({ invoiceNo, ...asked }, context) => {
    const { db, fail, audit } = context;
    const found = await findInvoice(db, null, invoiceNo);
    const fileId = found === undefined ? null : fileIdOf(found, asked);
    const file = found && fileId !== null ? await findFile(db, found.row.tenant_id, fileId) : undefined;
    if (found === undefined || file === undefined) return fail('notFound');
    const opened = await openStored(file, context);
    audit({ object: invoiceNo, tenantId: found.row.tenant_id, after: { fileId } });
    return opened;
  },

  'ops.invoice.reveal': async ({ invoiceNo, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, fail, audit } = context;
    await countLook(context);
    return transact(async (tx) => {
      const found = await findInvoice(tx, null, invoiceNo);
      const sealed = found?.title.bankAccountSealed ?? null;
      if (found === undefined || sealed === null) return fail('notFound');
      audit({ object: invoiceNo, tenantId: found.row.tenant_id, after: { field: 'bankAccountNo' } });
      return { value: ports.vault.open(sealed) };
    });
  },

  ...invoiceResolveHandlers,
  'ops.invoice.upload': uploadInvoice,
  'ops.invoice.issue': issue,
  'ops.invoice.reject': (input, context) => end('reject', input, context, () => context.fail('withIssuer')),
  'ops.invoice.reverse': async (input, context) => {
    const { invoiceIssuer: issuer } = context.ports;
    const found = await findInvoice(context.db, null, input.invoiceNo);
    if (issuer !== null && isReversedByIssuer(context.ports, found))
      return askForReversal(input, found, { ...context, issuer });
    // The tax bureau's reason is the issuer's to know.
    const { code: _code, ...typed } = input;
    return end('reverse', typed, context);
  },
};
