import { dayOf, isDay } from '../calendar.ts';
import type { BillDirection } from '../fee-rule.ts';
import { addFen, differenceOf, type Fen } from '../money.ts';
import { type BillMoment, type BillState, presentBill } from './bill-status.ts';

/** What was received or paid for a bill. */
export interface Payment {
  readonly amount: Fen;
  /** The day of the payment. */
  readonly on: string;
  /** The bank's serial. */
  readonly serial: string;
}

/** The form in which a bank's serial is stored and compared: without what people type differently, which is width, case and spaces. */
export const normaliseSerial = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

export type Settlement =
  | { readonly ok: true; readonly bill: BillState; readonly isSettled: boolean; readonly remaining: Fen }
  | {
      readonly ok: false;
      readonly reason:
        | 'notConfirmed'
        | 'waitingApproval'
        | 'overpaid'
        | 'notPositive'
        | 'wrongDay'
        | 'inFuture'
        | 'serialMissing';
    };

const paymentFault = ({ on, serial }: Payment, now: Date): 'wrongDay' | 'inFuture' | 'serialMissing' | null => {
  if (!isDay(on)) return 'wrongDay';
  if (on > dayOf(now)) return 'inFuture';
  return serial.trim() === '' ? 'serialMissing' : null;
};

/**
 * Takes a payment, the whole or a part; the bill is settled when the payments reach its amount. One with nothing
 * left to pay is settled without a payment.
 *
 * @reason notConfirmed     it is pending, disputed or settled already
 * @reason waitingApproval  a second person has not approved it yet
 * @reason wrongDay         the day does not exist
 * @reason inFuture         the day has not come
 * @reason serialMissing    the bank's serial is missing
 * @reason notPositive      nothing or less was paid
 * @reason overpaid         the payments would exceed the amount
 * @source R4.9, billing.md, bills
 */
export const settleBill = (stored: BillState, payment: Payment, at: BillMoment): Settlement => {
  const bill = presentBill(stored, at);
  if (bill.status !== 'confirmed') return { ok: false, reason: 'notConfirmed' };
  if (bill.approval === 'waiting') return { ok: false, reason: 'waitingApproval' };
  const fault = paymentFault(payment, at.now);
  if (fault !== null) return { ok: false, reason: fault };
  const open = differenceOf(bill.amount, bill.paid);
  if (payment.amount <= 0) return { ok: false, reason: 'notPositive' };
  if (payment.amount > open) return { ok: false, reason: 'overpaid' };
  const isSettled = payment.amount === open;
  const paid = addFen(bill.paid, payment.amount);
  return {
    ok: true,
    bill: { ...bill, paid, status: isSettled ? 'settled' : 'confirmed' },
    isSettled,
    remaining: differenceOf(open, payment.amount),
  };
};

/** A registered payment that is to be taken back. */
interface RegisteredPayment {
  readonly amount: Fen;
  /** It was taken back before. */
  readonly isReversed: boolean;
  /** An invoice that was applied for or issued covers its bill. */
  readonly isInvoiced: boolean;
}

/**
 * Takes a payment back that was registered by mistake: its sum is open again, and a bill that is settled is confirmed as it was before. What was
 * decided on the bill stays, whatever state it is in.
 *
 * @reason reversed  it was taken back before
 * @reason invoiced  an invoice stands on the settled bill; it is rejected or reversed first
 * @source R4.9, decision 0074
 */
export const reversePayment = (
  stored: BillState,
  payment: RegisteredPayment,
  at: BillMoment,
):
  | { readonly ok: true; readonly bill: BillState }
  | { readonly ok: false; readonly reason: 'reversed' | 'invoiced' } => {
  if (payment.isReversed) return { ok: false, reason: 'reversed' };
  if (payment.isInvoiced) return { ok: false, reason: 'invoiced' };
  const bill = presentBill(stored, at);
  const paid = differenceOf(bill.paid, payment.amount);
  return { ok: true, bill: { ...bill, paid, status: bill.status === 'settled' ? 'confirmed' : bill.status } };
};

/**
 * Whether a voucher of the merchant can name the bill: one that it pays, confirmed and approved, and not settled. It changes no state.
 *
 * @source R10.3, billing.md, bills
 */
export const canTakeVoucher = (stored: BillState, direction: BillDirection, at: BillMoment): boolean => {
  const { status, approval } = presentBill(stored, at);
  return direction === 'payable' && status === 'confirmed' && approval === 'none';
};
