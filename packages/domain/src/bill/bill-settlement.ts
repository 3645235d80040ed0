import { dayOf, isDay } from '../calendar.ts';
import type { BillDirection } from '../fee-rule.ts';
import { addFen, differenceOf, type Fen, fen, noFen } from '../money.ts';
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
 * @reason reversed    it was taken back before
 * @reason writtenOff  the rest of the bill was written off, which is undone first
 * @reason invoiced    an invoice stands on the settled bill; it is rejected or reversed first
 * @source R4.9, decision 0074
 */
export const reversePayment = (
  stored: BillState,
  payment: RegisteredPayment,
  at: BillMoment,
):
  | { readonly ok: true; readonly bill: BillState }
  | { readonly ok: false; readonly reason: 'reversed' | 'invoiced' | 'writtenOff' } => {
  if (payment.isReversed) return { ok: false, reason: 'reversed' };
  if (payment.isInvoiced) return { ok: false, reason: 'invoiced' };
  const bill = presentBill(stored, at);
  if (writtenOffOf(bill) > 0) return { ok: false, reason: 'writtenOff' };
  const paid = differenceOf(bill.paid, payment.amount);
  return { ok: true, bill: { ...bill, paid, status: bill.status === 'settled' ? 'confirmed' : bill.status } };
};

/** What was given up of a bill. @source receipts 1.6 */
export const writtenOffOf = ({ writtenOff = noFen }: BillState): Fen => writtenOff;

/** What is still to be paid of a bill: nothing of a settled one. @source receipts 1.6 */
export const openOf = (bill: BillState): Fen => differenceOf(differenceOf(bill.amount, bill.paid), writtenOffOf(bill));

export type WriteOff =
  | { readonly ok: true; readonly bill: BillState; readonly amount: Fen }
  | { readonly ok: false; readonly reason: 'notPayable' | 'notConfirmed' | 'waitingApproval' };

/**
 * Writes off what is still to be paid of a bill (差额核销): it is settled, and nothing is paid by that.
 *
 * @reason notPayable       the merchant is paid by it
 * @reason notConfirmed     it is pending, disputed or settled
 * @reason waitingApproval  a second person has not approved it yet
 * @source receipts 1.6
 */
export const writeOffRest = (stored: BillState, direction: BillDirection, at: BillMoment): WriteOff => {
  if (direction !== 'payable') return { ok: false, reason: 'notPayable' };
  const bill = presentBill(stored, at);
  if (bill.status !== 'confirmed') return { ok: false, reason: 'notConfirmed' };
  if (bill.approval === 'waiting') return { ok: false, reason: 'waitingApproval' };
  const amount = openOf(bill);
  return { ok: true, bill: { ...bill, status: 'settled', writtenOff: amount }, amount };
};

/**
 * Undoes a write-off: what was given up is to be paid again, and the bill is confirmed as before.
 *
 * @reason notWrittenOff  nothing of it is
 * @reason invoiced       an invoice stands on the settled bill; it is rejected or reversed first
 * @source receipts 1.6
 */
export const undoWriteOff = (
  bill: BillState,
  { isInvoiced }: { readonly isInvoiced: boolean },
):
  | { readonly ok: true; readonly bill: BillState; readonly amount: Fen }
  | { readonly ok: false; readonly reason: 'notWrittenOff' | 'invoiced' } => {
  const amount = writtenOffOf(bill);
  if (amount <= 0) return { ok: false, reason: 'notWrittenOff' };
  if (isInvoiced) return { ok: false, reason: 'invoiced' };
  return { ok: true, bill: { ...bill, status: 'confirmed', writtenOff: noFen }, amount };
};

/** What one member of staff may give up alone where the site sets no limit of four eyes: charges of banks and rounding. @unit fen */
const writtenOffAlone = fen(10_000);

/**
 * Whether a write-off takes a second member of staff.
 *
 * @param above  what one may give up alone; 0 where the site sets no limit, and that of ¥100 holds
 * @unit fen
 * @source receipts 1.6
 */
export const writeOffNeedsSecond = (amount: Fen, above: Fen): boolean => amount > (above > 0 ? above : writtenOffAlone);

/**
 * Whether a voucher of the merchant can name the bill: one that it pays, confirmed and approved, and not settled. It changes no state.
 *
 * @source R10.3, billing.md, bills
 */
export const canTakeVoucher = (stored: BillState, direction: BillDirection, at: BillMoment): boolean => {
  const { status, approval } = presentBill(stored, at);
  return direction === 'payable' && status === 'confirmed' && approval === 'none';
};
