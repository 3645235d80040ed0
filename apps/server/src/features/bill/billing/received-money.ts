import { type Payment, settleBill } from '@ronghui/domain/bill';
import type { Fen } from '@ronghui/domain/money';
import { differenceOf, noFen } from '@ronghui/domain/money';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { providerName } from '../issue/issue.ts';
import { numberSteps, storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillRecord, type BillStepTaken, clockAuthor, momentOf, type StepAuthor } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';
import { announcePayment } from './announce-payment.ts';
import { listKnownPayments } from './billing.sql.ts';

/** Received money, and the parts of it that pay locked bills, each bill once. */
export interface ReceivedMoney extends Pick<Payment, 'on' | 'serial'> {
  readonly parts: readonly { readonly bill: BillRecord; readonly amount: Fen }[];
}

/** The place of a payment in the history of its bill. */
export interface PaymentPlace {
  readonly billId: string;
  readonly stepNo: number;
}

/** Who applies it, and when. */
interface Applier {
  readonly author: Author;
  /** Who presses; null where a payment channel's report does it. */
  readonly staffId: string | null;
  readonly now: Date;
  /** Stores which money it is, before the payments are. */
  readonly place: (payments: readonly PaymentPlace[]) => Promise<void>;
}

type Refusal = Exclude<ReturnType<typeof settleBill>, { readonly ok: true }>['reason'];

/** What became of it: each bill after its payment, or the first part that pays nothing, with what is open of its bill. */
export type ReceivedOutcome =
  | {
      readonly ok: true;
      readonly paid: readonly {
        readonly billNo: string;
        readonly outcome: 'paid' | 'settled';
        readonly remaining: Fen;
      }[];
    }
  | { readonly ok: false; readonly at: number; readonly reason: Refusal; readonly open: Fen };

/**
 * Pays locked bills of parts of received money, all of them or none: each part is one payment step, which has the day and the serial of the money. Two
 * parts of it may meet one bill, one after the other. What the clock has done to the bills is stored first.
 *
 * @source R4.9, receipts 1.2, receipts 2.5
 */
export const payOfReceived = async (
  tx: Tx,
  { parts, on, serial }: ReceivedMoney,
  { author, staffId, now, place }: Applier,
): Promise<ReceivedOutcome> => {
  const by: StepAuthor =
    staffId === null ? clockAuthor : { actor: 'ops', id: staffId, name: providerName, address: null };
  const bills = parts.map(({ bill }) => bill);
  const former = await listKnownPayments(
    tx,
    bills.map(({ tenantId, billId }) => ({ tenantId, billId, serial })),
  );
  const steps: BillStepTaken[] = [];
  for (const [at, { bill, amount }] of parts.entries()) {
    const payment: Payment = { amount, on, serial };
    const settlement = settleBill(bill.state, payment, momentOf(bill, now));
    if (!settlement.ok)
      return { ok: false, at, reason: settlement.reason, open: differenceOf(bill.state.amount, bill.state.paid) };
    // Payments of a serial that stand count here, too: so none of its rounds is taken twice.
    const paymentRound = former.filter(({ bill_id }) => bill_id === bill.billId).length;
    const kind = settlement.isSettled ? 'settled' : 'paid';
    steps.push({ bill, kind, after: settlement.bill, at: now, author: by, payment, paymentRound });
  }
  const ofClock = clockStepsOf(bills, now);
  const all = numberSteps([...ofClock, ...steps]);
  await place(
    all.flatMap(({ step: { bill, payment }, stepNo }) =>
      payment === undefined ? [] : [{ billId: bill.billId, stepNo }],
    ),
  );
  await storeBillSteps(
    tx,
    all.map(({ step }) => step),
  );
  announceClockSteps(tx, ofClock);
  for (const step of steps) {
    const before = ofClock.find(({ bill }) => bill === step.bill)?.after ?? step.bill.state;
    announcePayment(tx, author, staffId === null ? 'job.intent.apply' : 'ops.receipt.apply', { step, before });
  }
  const paid = steps.map(({ bill: { billNo }, kind, after }) => {
    const isSettled = kind === 'settled';
    return {
      billNo,
      outcome: isSettled ? ('settled' as const) : ('paid' as const),
      remaining: isSettled ? noFen : differenceOf(after.amount, after.paid),
    };
  });
  return { ok: true, paid };
};
