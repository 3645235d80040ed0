import type { Output, receiptOperations } from '@ronghui/contract';
import { isDay } from '@ronghui/domain/calendar';
import { namesOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { applyReceipt } from './apply.ts';
import { fileOfReceipts } from './download/receipt-file.ts';
import { findMatched } from './match.sql.ts';
import { openPaymentSet } from './payment-set.ts';
import { applyExact, showExact } from './proposal/exact.ts';
import { payerRuleHandlers } from './proposal/payer-rule.handlers.ts';
import { proposeReceipts } from './proposal/proposals.ts';
import {
  findReceipt,
  listReceiptParts,
  listReceipts,
  listTakenBack,
  lockReceipt,
  type ReceiptRow,
  takeBackUnapplied,
} from './receipt.sql.ts';
import { registerReceipt } from './register.ts';
import { listUnapplied, sumUnapplied } from './unapplied.sql.ts';

type Receipt = Output<'ops.receipt.list'>['items'][number];

/** How many receipts with unapplied money a merchant's page shows. */
const shownToMerchant = 20;

const receiptOf = (row: ReceiptRow): Receipt => ({
  receiptNo: row.receipt_no,
  ...(row.tenant_id === null ? {} : { tenantId: row.tenant_id }),
  ...(row.tenant_name === null ? {} : { tenantName: row.tenant_name }),
  source: row.source,
  isConfirmed: row.is_confirmed,
  receivedOn: row.received_on,
  ...(row.serial === null ? {} : { serial: row.serial }),
  ...(row.payer_name === null ? {} : { payerName: row.payer_name }),
  amount: row.amount_fen,
  appliedAmount: row.applied_fen,
  refundingAmount: row.refunding_fen,
  refundedAmount: row.refunded_fen,
  unappliedAmount: row.unapplied_fen,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

const wrongRange = ({ from, to }: { readonly from?: string; readonly to?: string }) => {
  if (from !== undefined && !isDay(from)) return wrongField('from', '请填写有效的日期');
  if (to !== undefined && !isDay(to)) return wrongField('to', '请填写有效的日期');
  return from !== undefined && to !== undefined && from > to ? wrongField('to', '结束日期不能早于开始日期') : null;
};

/** Money that arrived, and where it went (R15.3, receipts 1). */
export const receiptHandlers: HandlersFor<typeof receiptOperations> = {
  ...payerRuleHandlers,
  'ops.receipt.list': async ({ page, pageSize, withTotal, cursor, ...filter }, { db, ports, fail }) => {
    const wrong = wrongRange(filter);
    if (wrong !== null) return fail('invalid', wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listReceipts(db, { filter, listing });
    const items = part.rows.slice(0, listing.pageSize).map(receiptOf);
    return {
      items,
      ...pageFrame(listing, part, ({ created_at, receipt_no }) => ({ at: created_at, key: receipt_no })),
    };
  },

  'ops.receipt.detail': async ({ receiptNo }, { db, fail }) => {
    const [row, parts, takenBack, matched] = await Promise.all([
      findReceipt(db, receiptNo),
      listReceiptParts(db, receiptNo),
      listTakenBack(db, receiptNo),
      findMatched(db, receiptNo),
    ]);
    if (row === undefined) return fail('notFound');
    const staffIds = [row.registered_by, ...[...parts, ...takenBack].map(({ by_id }) => by_id)];
    const names = await namesOfStaff(db, [...new Set(staffIds.flatMap((each) => each ?? []))]);
    const applications = parts.map(({ kind, item_no, item_version, step_no, amount_fen, at, by_id, state }) => ({
      kind,
      itemNo: item_no,
      itemVersion: item_version,
      ...(step_no === null ? {} : { stepNo: step_no }),
      amount: amount_fen,
      at: at.toISOString(),
      by: names.get(by_id ?? '') ?? '',
      state,
    }));
    return {
      ...receiptOf(row),
      ...(row.received_time === null ? {} : { receivedTime: row.received_time }),
      ...(row.own_account === null ? {} : { ownAccount: row.own_account }),
      ...(row.payer_bank === null ? {} : { payerBank: row.payer_bank }),
      ...(row.remark === null ? {} : { remark: row.remark }),
      ...(row.registered_by === null || row.source === 'channel'
        ? {}
        : { registeredBy: names.get(row.registered_by) ?? '' }),
      ...(matched === undefined ? {} : { matchedNo: matched.bank_receipt_no }),
      applications,
      takenBack: takenBack.map(({ amount_fen, at, by_id, reason }) => ({
        amount: amount_fen,
        at: at.toISOString(),
        by: names.get(by_id ?? '') ?? '',
        reason: reason ?? '',
      })),
    };
  },

  'ops.receipt.export': async (asked, context) => {
    const wrong = wrongRange(asked);
    return wrong === null ? fileOfReceipts(asked, context) : context.fail('invalid', wrong);
  },

  'ops.receipt.register': registerReceipt,

  'ops.receipt.apply': ({ receiptNo, version, parts, ...rest }, context) => {
    allTaken(rest);
    return applyReceipt({ receiptNo, version, parts }, context);
  },

  'ops.receipt.proposals': proposeReceipts,
  'ops.receipt.exact': (_, { db, ports }) => showExact(db, ports),
  'ops.receipt.applyExact': ({ digest, count, amount, ...rest }, context) => {
    allTaken(rest);
    return applyExact({ digest, count, amount }, context);
  },

  'receipt.paymentSet': openPaymentSet,

  'receipt.unapplied': async (_, { db, tenantId }) => {
    const [sum, rows] = await Promise.all([sumUnapplied(db, tenantId), listUnapplied(db, tenantId, shownToMerchant)]);
    return {
      count: sum.count,
      amount: sum.amount,
      inCheckAmount: sum.in_check,
      items: rows.map(({ receipt_no, received_on, serial, amount_fen, unapplied_fen, is_in_check }) => ({
        receiptNo: receipt_no,
        receivedOn: received_on,
        ...(serial === null ? {} : { serial }),
        amount: amount_fen,
        unappliedAmount: unapplied_fen,
        inCheck: is_in_check,
      })),
    };
  },

  'ops.receipt.takeBack': async ({ receiptNo, version, reason: typed }, { transact, staffId, fail, audit }) => {
    const reason = typed.trim();
    if (reason === '') return fail('invalid', wrongField('reason', '请填写撤回的原因'));
    return transact(async (tx) => {
      const row = await lockReceipt(tx, receiptNo);
      if (row === undefined) return fail('notFound');
      if (row.version !== version) return fail('changed');
      const takenBackAmount = row.unapplied_fen;
      // The bank says that it arrived.
      if (takenBackAmount === 0 || row.is_confirmed) return fail('notAllowed');
      await takeBackUnapplied(tx, receiptNo, { amount: takenBackAmount, reason, staffId });
      audit({
        object: receiptNo,
        ...(row.tenant_id === null ? {} : { tenantId: row.tenant_id }),
        before: { amount: row.amount_fen, unappliedAmount: row.unapplied_fen },
        after: { takenBackAmount, reason },
      });
      return { takenBackAmount, version: version + 1 };
    });
  },
};
