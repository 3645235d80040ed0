import { differenceOf, noFen, rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import type { BillRecord, BillStepTaken } from '../record/bill-record.ts';

/** A payment that was taken, and its bill before it: of two parts in one call, the second comes after the first. */
export interface TakenPayment {
  readonly step: BillStepTaken;
  readonly before: BillRecord['state'];
}

/** How a payment came to its bill: typed by staff, applied of money that is there, or reported by a payment channel. */
export type PaymentEvent = 'ops.bill.settle' | 'ops.receipt.apply' | 'job.intent.apply';

/** Tells the people of a bill of a payment, and records it. */
export const announcePayment = (
  tx: Tx,
  author: Author,
  event: PaymentEvent,
  { step: { bill, after, payment }, before }: TakenPayment,
): void => {
  const { tenantId, billNo } = bill;
  author.record(tx, {
    event,
    tenantId,
    object: billNo,
    before: { status: before.status, paid: before.paid },
    after: { status: after.status, paid: after.paid, payment },
  });
  const words = bill.direction === 'payable' ? '已收到您的付款' : '已向您付款';
  const isSettled = after.status === 'settled';
  const sum = isSettled
    ? `共 ${rmbText(after.amount)}，已结清`
    : `${rmbText(payment?.amount ?? noFen)}，尚余 ${rmbText(differenceOf(after.amount, after.paid))}`;
  leaveNotice(
    tx,
    { tenantId },
    {
      kind: 'bill',
      title: isSettled ? '账单已结清' : '账单部分结算',
      text: `${bill.stageName}账单 ${billNo}（${bill.productName}）${words}${isSettled ? '，' : ' '}${sum}。`,
      place: 'bill',
      placeId: billNo,
    },
  );
};
