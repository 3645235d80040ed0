import type { Input, Output } from '@ronghui/contract';
import { normaliseSerial, type Payment, settleBill } from '@ronghui/domain/bill';
import { differenceOf, noFen, rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';
import { providerName } from '../issue/issue.ts';
import { lockBills, storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillRecord, type BillStepTaken, momentOf, type StepAuthor } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';
import { type KnownPayment, listKnownPayments } from './billing.sql.ts';

type AskedPayment = Input<'ops.bill.settle'>['payments'][number];
type Result = Output<'ops.bill.settle'>['results'][number];

/** A bill as the steps of this call leave it so far. */
interface Progress {
  readonly bill: BillRecord;
  state: BillRecord['state'];
}

const keyOf = (billId: string, serial: string): string => JSON.stringify([billId, serial]);

/** The payments that stand, by bill and serial, and how many of a serial were taken back: that one may be registered again. */
const sortPayments = (taken: readonly KnownPayment[]) => {
  const known = new Map<string, Pick<Payment, 'amount' | 'on'>>();
  const rounds = new Map<string, number>();
  for (const row of taken) {
    const key = keyOf(row.bill_id, row.payment_serial ?? '');
    if (row.is_reversed) rounds.set(key, (rounds.get(key) ?? 0) + 1);
    else known.set(key, { amount: row.payment_fen ?? noFen, on: row.payment_on ?? '' });
  }
  return { known, rounds };
};

/** A payment that was taken, and its bill before it: of two parts in one call, the second comes after the first. */
interface Taken {
  readonly step: BillStepTaken;
  readonly before: BillRecord['state'];
}

/** Tells the people of a bill of a payment, and records it. */
const tell = (tx: Tx, author: Author, { step: { bill, after, payment }, before }: Taken): void => {
  const { tenantId, billNo } = bill;
  author.record(tx, {
    event: 'ops.bill.settle',
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

/** Who settles, and the clock to read once the bills are locked. */
export interface Settler extends Pick<Ports, 'clock'> {
  readonly author: Author;
  readonly staffId: string;
}

/**
 * Takes payments in their order, each with an outcome of its own: whole or in part. A payment of the same bill and serial is one effect, in one
 * call or in several; with another amount or day it is refused. The bills are locked; what the clock has done to them is stored first.
 *
 * @source R4.9, R4.12, billing.md, bills
 */
export const settleBills = async (
  tx: Tx,
  asked: readonly AskedPayment[],
  { author, staffId, clock }: Settler,
): Promise<readonly Result[]> => {
  const by: StepAuthor = { actor: 'ops', id: staffId, name: providerName, address: null };
  const payments = asked.map((payment) => ({ ...payment, serial: normaliseSerial(payment.serial) }));
  const bills = await lockBills(tx, { tenantId: null, billNos: [...new Set(payments.map(({ billNo }) => billNo))] });
  // Time may have passed, and steps been taken, while the call waited for the bills.
  const now = clock.now();
  const serials = payments.flatMap(({ billNo, serial }) => {
    const bill = bills.get(billNo);
    return bill === undefined ? [] : [{ tenantId: bill.tenantId, billId: bill.billId, serial }];
  });
  const taken = await listKnownPayments(tx, serials);
  const { known, rounds } = sortPayments(taken);
  const ofClock = clockStepsOf(bills.values(), now);
  const takenNow: Taken[] = [];
  const progress = new Map<string, Progress>([...bills].map(([billNo, bill]) => [billNo, { bill, state: bill.state }]));
  for (const { bill, after } of ofClock) progress.set(bill.billNo, { bill, state: after });

  const take = ({ billNo, ...payment }: AskedPayment): Result => {
    const here = progress.get(billNo);
    if (here === undefined) return { billNo, outcome: 'notFound' };
    const { bill } = here;
    const former = known.get(keyOf(bill.billId, payment.serial));
    if (former !== undefined) {
      const isSame = former.amount === payment.amount && former.on === payment.on;
      return { billNo, outcome: isSame ? 'known' : 'serialTaken' };
    }
    const settlement = settleBill(here.state, payment satisfies Payment, momentOf(bill, now));
    if (!settlement.ok) return { billNo, outcome: settlement.reason };
    const { bill: after, isSettled, remaining } = settlement;
    const key = keyOf(bill.billId, payment.serial);
    known.set(key, payment);
    const paymentRound = rounds.get(key) ?? 0;
    const kind = isSettled ? 'settled' : 'paid';
    takenNow.push({ step: { bill, kind, after, at: now, author: by, payment, paymentRound }, before: here.state });
    here.state = after;
    return { billNo, outcome: isSettled ? 'settled' : 'paid', remainingAmount: isSettled ? noFen : remaining };
  };

  const results = payments.map(take);
  await storeBillSteps(tx, [...ofClock, ...takenNow.map(({ step }) => step)]);
  announceClockSteps(tx, ofClock);
  for (const each of takenNow) tell(tx, author, each);
  return results;
};
