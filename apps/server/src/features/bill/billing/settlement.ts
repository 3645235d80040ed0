import type { Input, Output } from '@ronghui/contract';
import { normaliseSerial, type Payment, settleBill } from '@ronghui/domain/bill';
import { isDay } from '@ronghui/domain/calendar';
import { noFen } from '@ronghui/domain/money';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';
import { providerName } from '../issue/issue.ts';
import { lockBills, storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillRecord, momentOf, type StepAuthor } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';
import { announcePayment, type TakenPayment } from './announce-payment.ts';
import { type KnownPayment, listKnownPayments, listRegistered, lockSerials, transferOf } from './billing.sql.ts';

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

/** Who settles, and the clock to read once the bills are locked. */
export interface Settler extends Pick<Ports, 'clock'> {
  readonly author: Author;
  readonly staffId: string;
}

/**
 * Takes payments in their order, each with an outcome of its own: whole or in part. A payment of the same bill and serial is one effect, in one
 * call or in several; with another amount or day it is refused. So is one of a transfer that staff registered as a receipt: that money is applied,
 * and comes in once. The bills are locked; what the clock has done to them is stored first.
 *
 * @source R4.9, R4.12, billing.md, bills, receipts 1.3
 */
export const settleBills = async (
  tx: Tx,
  asked: readonly AskedPayment[],
  { author, staffId, clock }: Settler,
): Promise<readonly Result[]> => {
  const by: StepAuthor = { actor: 'ops', id: staffId, name: providerName, address: null };
  const payments = asked.map((payment) => ({ ...payment, serial: normaliseSerial(payment.serial) }));
  const bills = await lockBills(tx, { tenantId: null, billNos: [...new Set(payments.map(({ billNo }) => billNo))] });
  await lockSerials(
    tx,
    payments.map(({ serial }) => serial),
  );
  // Time may have passed, and steps been taken, while the call waited for the bills.
  const now = clock.now();
  const serials = payments.flatMap(({ billNo, serial }) => {
    const bill = bills.get(billNo);
    return bill === undefined ? [] : [{ tenantId: bill.tenantId, billId: bill.billId, serial }];
  });
  const taken = await listKnownPayments(tx, serials);
  const transfers = payments.flatMap(({ billNo, serial, on }) => {
    const bill = bills.get(billNo);
    return bill?.direction === 'payable' && isDay(on) ? [{ tenantId: bill.tenantId, serial, on }] : [];
  });
  const registered = await listRegistered(tx, transfers);
  const { known, rounds } = sortPayments(taken);
  const ofClock = clockStepsOf(bills.values(), now);
  const takenNow: TakenPayment[] = [];
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
    if (bill.direction === 'payable' && registered.has(transferOf({ tenantId: bill.tenantId, ...payment })))
      return { billNo, outcome: 'registered' };
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
  for (const each of takenNow) announcePayment(tx, author, 'ops.bill.settle', each);
  return results;
};
