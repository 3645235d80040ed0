import type { invoiceOperations, RequestOf } from '@ronghui/contract';
import { coverItems, invoiceItemsAtMost, invoiceTitleFaults, normaliseTaxNo } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import { findFile } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { allTaken } from '#kernel/calls/all-taken';
import { rangeOf } from '#kernel/calls/asked-range';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { underFreeNumber } from '#kernel/setup/ids';
import { invoiceOpsHandlers } from './invoice.ops.handlers.ts';
import { findInvoice, type InvoiceRow, insertInvoice, listInvoices, sumInvoices } from './invoice.sql.ts';
import { type CandidateRow, candidateOf, listCandidates } from './invoice-candidate.sql.ts';
import { fileIdOf } from './invoice-file.ts';
import { lockItems, wrongItem } from './invoice-items.ts';
import { noticeOfApplication } from './invoice-notice.ts';
import { detailOf, invoiceOf } from './invoice-record.ts';
import { type StoredTitle, storeTitle } from './invoice-title.sql.ts';
import { findTitle, openTitle, sealedAccount, shownTitle } from './invoice-title.ts';

type SaveTitle = (typeof invoiceOperations)['invoice.saveTitle'];
type Apply = (typeof invoiceOperations)['invoice.apply'];

const newest = (row: InvoiceRow) => ({ at: row.applied_at, key: row.invoice_no });
const textOrNull = (typed: string | undefined): string | null => {
  const text = typed?.trim() ?? '';
  return text === '' ? null : text;
};

/** The title that was sent: without a bank there is no account, and without a new account the former one stays. */
const titleOf = (
  input: RequestOf<SaveTitle>,
  before: StoredTitle,
  { ports }: HandlerContext<SaveTitle>,
): StoredTitle => {
  const { name, taxNo, address, phone, bankName, bankAccountNo } = input;
  const bank = textOrNull(bankName);
  const { bankAccountSealed, bankAccountMasked } = before;
  const kept = bank === null ? sealedAccount(ports.vault, null) : { bankAccountSealed, bankAccountMasked };
  return {
    name: name.trim(),
    taxNo: textOrNull(taxNo === undefined ? undefined : normaliseTaxNo(taxNo)),
    address: textOrNull(address),
    phone: textOrNull(phone),
    bankName: bank,
    ...(bankAccountNo === undefined ? kept : sealedAccount(ports.vault, bankAccountNo)),
  };
};

/** What the items of an application come to; where they cannot be invoiced together, the call fails. */
const coverOf = async (tx: Tx, input: RequestOf<Apply>, { tenantId, ports, fail }: HandlerContext<Apply>) => {
  const { orderNos = [], billNos = [] } = input;
  const items = await lockItems(tx, tenantId, { orderNos, billNos, now: ports.clock.now() });
  if (items === null) return fail('notFound');
  const total = items.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  // What is wrong with all items together stands at the list that has them, or has the last of them.
  const together = billNos.length > 0 ? 'billNos' : 'orderNos';
  if (total > Number.MAX_SAFE_INTEGER) return fail('invalid', wrongField(together, '金额合计过大，请分次申请'));
  const cover = coverItems(items);
  if (cover.ok) return { items, cover };
  switch (cover.reason) {
    case 'nothing':
      return fail('invalid', wrongField(together, '请选择要开票的订单或账单'));
    case 'tooMany':
      return fail('invalid', wrongField(together, `一次最多 ${invoiceItemsAtMost} 项，请分次申请`));
    case 'covered':
      return fail('covered');
    case 'otherTaxRate':
    case 'sameTwice':
    case 'notPayable':
    case 'notSettled':
    case 'notPaid':
    case 'nothingToInvoice':
      return fail('invalid', wrongItem(cover.reason, items, cover));
  }
};

/** Invoices as their merchant applies for and reads them (R10.12). */
export const invoiceHandlers: HandlersFor<typeof invoiceOperations> = {
  ...invoiceOpsHandlers,

  'invoice.title': async (_input, { db, tenantId, ports }) => {
    const { title, isSaved } = await findTitle(db, ports.vault, tenantId);
    return { title: shownTitle(title), isSaved };
  },

  'invoice.saveTitle': async (input, context) => {
    const { transact, tenantId, ports, fail, audit } = context;
    return transact(async (tx) => {
      const { title: before } = await findTitle(tx, ports.vault, tenantId);
      const title = titleOf(input, before, context);
      const faults = [...invoiceTitleFaults(openTitle(ports.vault, title), 'normal')];
      if (title.bankName === null && title.bankAccountSealed !== null) {
        faults.push({ path: 'bankName', message: '请填写开户银行' });
      }
      if (faults.length > 0) return fail('invalid', { fields: faults });
      await storeTitle(tx, tenantId, title);
      audit({ object: tenantId, before: shownTitle(before), after: shownTitle(title) });
      return { title: shownTitle(title), isSaved: true };
    });
  },

  'invoice.candidates': async ({ kind, no, ...input }, { db, tenantId, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listCandidates(db, tenantId, { kind, no, listing });
    const items = part.rows.slice(0, listing.pageSize).map((row) => candidateOf(kind, row));
    const keyOf = (row: CandidateRow) => ({ at: row.made_at, key: row.item_no });
    return { items, ...pageFrame(listing, part, keyOf) };
  },

  'invoice.apply': async (input, context) => {
    const { transact, tenantId, userId, ports, fail, audit } = context;
    const { type, orderNos: _orders, billNos: _bills, ...rest } = input;
    allTaken(rest);
    return transact(async (tx) => {
      const { items, cover } = await coverOf(tx, input, context);
      const { title } = await findTitle(tx, ports.vault, tenantId);
      if (invoiceTitleFaults(openTitle(ports.vault, title), type).length > 0) return fail('titleIncomplete');
      const { amount, taxAmount, taxRate } = cover;
      const invoice = { tenantId, userId, type, title, items, amount, taxAmount, taxRate };
      const invoiceNo = await underFreeNumber(
        () => ports.ids.number('FP'),
        (number) => insertInvoice(tx, number, invoice),
      );
      noticeOfApplication(tx, type, { tenantId, invoiceNo, titleName: title.name, amount });
      await ports.outbox.enqueue(tx, {
        kind: 'mail',
        to: ports.config.providerMail,
        subject: `新的开票申请 ${invoiceNo}`,
        text: `抬头：${title.name}\n金额：${rmbText(amount)}\n商户：${tenantId}`,
      });
      audit({
        object: invoiceNo,
        after: { type, amount, taxAmount, items: items.map(({ kind, no }) => `${kind} ${no}`) },
      });
      return { invoiceNo, status: 'applied', amount, taxAmount, version: 1 };
    });
  },

  'invoice.page': async ({ keyword, status, from, to, ...input }, { db, tenantId, ports, fail }) => {
    const { range, wrong } = rangeOf({ from, to });
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = listingOf(input, ports.limits);
    const part = await listInvoices(db, { tenantId, keyword, status, ...range }, listing);
    return { items: part.rows.slice(0, listing.pageSize).map(invoiceOf), ...pageFrame(listing, part, newest) };
  },

  'invoice.sum': async ({ keyword, status, from, to }, { db, tenantId, fail }) => {
    const { range, wrong } = rangeOf({ from, to });
    return wrong === undefined ? sumInvoices(db, { tenantId, keyword, status, ...range }) : fail('invalid', wrong);
  },

  'invoice.detail': async ({ invoiceNo }, { db, tenantId, fail }) => {
    const found = await findInvoice(db, tenantId, invoiceNo);
    return found === undefined ? fail('notFound') : detailOf(found);
  },

  'invoice.download': async ({ invoiceNo, ...asked }, { db, tenantId, ports, fail, audit }) => {
    const found = await findInvoice(db, tenantId, invoiceNo);
    const fileId = found === undefined ? null : fileIdOf(found, asked);
    const file = fileId === null ? undefined : await findFile(db, tenantId, fileId);
    if (file === undefined) return fail('notFound');
    const opened = await openStored(file, { ports, fail });
    audit({ object: invoiceNo });
    return opened;
  },
};
