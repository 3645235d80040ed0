import { dayOf } from '@ronghui/domain/calendar';
import { shanghaiTime } from '@ronghui/domain/csv';
import { type ChannelName, channelNames } from '@ronghui/domain/intent/channel';
import { foldIntent, type IntentState } from '@ronghui/domain/intent/fold-intent';
import { askAgainSec, isOpenIntent } from '@ronghui/domain/intent/intent-terms';
import { rmbText } from '@ronghui/domain/money';
import type { BillRecord } from '#features/bill/bill.reads';
import { lockBills, payOfReceived } from '#features/bill/bill.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { insertApplications, insertChannelReceipt } from '#features/receipt/receipt.steps';
import type { Tx } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import type { Reported, ShownPayment } from '#kernel/payment-port';
import type { Ports } from '#kernel/ports';
import { findIntentByNo, type IntentRow, lockIntent, updateIntent } from './intent.sql.ts';
import { type FactSource, factOf, insertFacts, listFactsToFold } from './payment-fact.sql.ts';

type Learning = Pick<Ports, 'clock' | 'log' | 'payments'>;
type Paid = NonNullable<IntentState['paid']>;

/** What a channel reported of a payment. */
export interface Learnt {
  readonly channel: ChannelName;
  readonly intentNo: string;
  readonly source: FactSource;
  readonly reported: Reported & Partial<Pick<ShownPayment, 'codeUrl' | 'formUrl'>>;
}

/** Tells the merchant that its money is here and pays nothing. @source receipts 1.4 */
const announceUnapplied = (tx: Tx, row: IntentRow, { amount }: Paid): void =>
  leaveNotice(
    tx,
    { tenantId: row.tenant_id },
    {
      kind: 'bill',
      title: '付款已收到，尚未抵付账单',
      text: `${channelNames[row.channel]}付款 ${rmbText(amount)} 已收到。账单 ${row.bill_no} 已结清或有变化，这笔款项留作预收款。`,
      place: 'bill',
      placeId: row.bill_no,
    },
  );

/**
 * Makes the receipt of a paid intent, and pays its bill by it in the same way as staff do; where the bill takes it no more, the money is unapplied.
 *
 * @source receipts 1.3, receipts 1.4
 */
const receive = async (
  tx: Tx,
  { row, bill, paid }: { readonly row: IntentRow; readonly bill: BillRecord | undefined; readonly paid: Paid },
  { clock, log, payments }: Learning,
): Promise<string> => {
  const now = clock.now();
  // A channel's clock may be ahead of ours, and nothing is received tomorrow.
  const at = paid.at.getTime() > now.getTime() ? now : paid.at;
  const [on, time] = [dayOf(at), shanghaiTime(at).slice(11, 16)];
  const { tenant_id: tenantId, intent_no: intentNo, channel } = row;
  const { amount, transaction } = paid;
  const ownAccount = payments.find(({ name }) => name === channel)?.ownAccount ?? channel;
  const receiptNo = await insertChannelReceipt(tx, {
    tenantId,
    on,
    time,
    amount,
    transaction,
    ownAccount,
    remark: `${channelNames[channel]} ${intentNo}`,
  });
  const event = { tenantId, object: receiptNo, after: { amount, receivedOn: on, serial: transaction } };
  systemAuthor.record(tx, { event: 'job.intent.receive', ...event });
  const outcome =
    bill === undefined
      ? null
      : await payOfReceived(
          tx,
          { parts: [{ bill, amount }], on, serial: transaction },
          {
            author: systemAuthor,
            staffId: null,
            now,
            place: (placed) => insertApplications(tx, receiptNo, { tenantId, payments: placed }),
          },
        );
  if (outcome?.ok !== true) {
    log.warn({ event: 'paymentUnapplied', intentNo, receiptNo });
    announceUnapplied(tx, row, paid);
  }
  return receiptNo;
};

/**
 * Stores what a channel reported of a payment, and what follows from all of its facts: none is counted twice, and the first evidence of a payment makes
 * its receipt. The bill is locked before the intent, as by every payment. Undefined where there is no such payment.
 *
 * @param tx of the service
 * @source receipts 1.1, receipts 4.2, receipts 4.3
 */
export const learn = async (
  tx: Tx,
  { channel, intentNo, source, reported }: Learnt,
  ports: Learning,
): Promise<IntentRow | undefined> => {
  const known = await findIntentByNo(tx, intentNo);
  if (known?.channel !== channel) return undefined;
  const { tenant_id: tenantId, bill_no: billNo } = known;
  const bills = await lockBills(tx, { tenantId, billNos: [billNo] });
  const row = await lockIntent(tx, tenantId, intentNo);
  if (row === undefined) return undefined;
  const { facts, evidence, codeUrl, formUrl } = reported;
  const added = await insertFacts(tx, { tenantId, channel, intentNo, source, evidence, refusal: null }, facts);
  const rows = await listFactsToFold(tx, { tenantId, intentNo });
  const counted = rows.filter(({ refusal }) => refusal === null).map(factOf);
  const now = ports.clock.now();
  const state = foldIntent({ amount: row.amount_fen, end: row.end_at }, counted, now);
  for (const key of added.filter((each) => state.refused.includes(each)))
    ports.log.error({ event: 'paymentFactRefused', intentNo, fact: key });
  const hasGoneBack = state.refunded > 0 || state.refunding > 0;
  if (added.length > 0 && hasGoneBack) ports.log.error({ event: 'paymentWentBack', intentNo, amount: state.refunded });
  // Money that went back before it was known of pays nothing: staff look at it.
  const bill = hasGoneBack ? undefined : bills.get(billNo);
  const receiptNo =
    row.receipt_no ?? (state.paid === null ? null : await receive(tx, { row, bill, paid: state.paid }, ports));
  // Closed by evidence, it is open no more, whatever else is reported: another one may stand by now. What is odd is for staff.
  const isOdd = row.status === 'closed' && isOpenIntent(state.status);
  if (isOdd && added.length > 0) ports.log.error({ event: 'paymentMovedAfterClose', intentNo });
  const status = isOdd ? 'closed' : state.status;
  const tries = source === 'query' || source === 'close' ? row.tries + 1 : row.tries;
  await updateIntent(tx, row, {
    status,
    receiptNo,
    codeUrl: codeUrl ?? row.code_url,
    formUrl: formUrl ?? row.form_url,
    tries,
    askAfterSec: askAgainSec(status, { end: row.end_at, now, tries }),
  });
  return findIntentByNo(tx, intentNo);
};
