import type { Input, Output, settlementOperations } from '@ronghui/contract';
import { reversePayment } from '@ronghui/domain/bill';
import { differenceOf } from '@ronghui/domain/money';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { updateInCheckOfBill } from '../confirmation/voucher.sql.ts';
import { providerName } from '../issue/issue.ts';
import { notifyReversedPayment } from '../record/bill-notice.ts';
import { lockBills, storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillStepTaken, momentOf } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';
import { findCoveringInvoice, findPayment } from './payment.sql.ts';

type Asked = Omit<Input<'ops.bill.reversePayment'>, 'idempotencyKey'>;
type Context = HandlerContext<(typeof settlementOperations)['ops.bill.reversePayment']>;

/**
 * Takes a payment back that was registered by mistake, with a reason that the merchant reads: a step of its own in the bill's history, by which its
 * sum is open again. What the clock has done to the bill is stored first; a voucher that only this payment had followed waits to be checked again.
 *
 * @source R4.9, R4.12, R11.6, decision 0074
 */
export const reverseBillPayment = async (
  { billNo, stepNo, reason: typed, version }: Asked,
  context: Context,
): Promise<Output<'ops.bill.reversePayment'>> => {
  const { transact, ports, staffId, fail } = context;
  const reason = typed.trim();
  if (reason === '') return fail('invalid', wrongField('reason', '请填写撤销的原因'));
  return transact(async (tx) => {
    const bill = (await lockBills(tx, { tenantId: null, billNos: [billNo] })).get(billNo);
    if (bill === undefined) return fail('notFound');
    const { tenantId, billId } = bill;
    // Other statements, so that they see what was committed while the lock was awaited; time may have passed, too.
    const payment = await findPayment(tx, tenantId, { billId, stepNo });
    if (payment === undefined) return fail('notFound');
    const isInvoiced = (await findCoveringInvoice(tx, tenantId, billNo)) !== undefined;
    const now = ports.clock.now();
    const reversal = reversePayment(
      bill.state,
      { amount: payment.amount, isReversed: payment.is_reversed, isInvoiced },
      momentOf(bill, now),
    );
    if (!reversal.ok) return fail(reversal.reason);
    if (bill.version !== version) return fail('changed');
    const { bill: after } = reversal;
    const ofClock = clockStepsOf([bill], now);
    const step: BillStepTaken = {
      bill,
      kind: 'paymentReversed',
      after,
      at: now,
      author: { actor: 'ops', id: staffId, name: providerName, address: null },
      reason,
      reverses: { stepNo, amount: payment.amount },
    };
    await storeBillSteps(tx, [...ofClock, step]);
    announceClockSteps(tx, ofClock);
    await updateInCheckOfBill(tx, tenantId, billId);
    notifyReversedPayment(tx, { bill, after, payment, reason });
    const { status, paid } = ofClock[0]?.after ?? bill.state;
    const { amount, on, serial } = payment;
    context.audit({
      object: billNo,
      tenantId,
      before: { status, paid },
      after: { status: after.status, paid: after.paid, payment: { amount, on, serial }, reason },
    });
    return { version: bill.version + 1, remainingAmount: differenceOf(after.amount, after.paid) };
  });
};
