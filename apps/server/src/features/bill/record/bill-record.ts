import {
  type BillDirection,
  type BillHistoryKind,
  type BillMoment,
  type BillState,
  clockStep,
  type Payment,
  presentBill,
} from '@ronghui/domain/bill';
import type { Fen, Rate } from '@ronghui/domain/money';

/** An issued bill that is locked until its transaction ends. */
export interface BillRecord {
  readonly tenantId: string;
  readonly billId: string;
  readonly billNo: string;
  readonly direction: BillDirection;
  readonly stageId: string;
  readonly stageName: string;
  readonly productName: string;
  readonly taxRate: Rate;
  readonly issuedAt: Date;
  readonly payDays: number;
  readonly adjusted: Fen;
  readonly stepNo: number;
  readonly version: number;
  readonly secondApprover: boolean;
  readonly state: BillState;
}

/** Who takes a step: a merchant's user with the address of the call, a member of staff, or the clock. `name: null` looks the user's up. */
export type StepAuthor =
  | { readonly actor: 'merchant'; readonly id: string; readonly name: null; readonly address: string }
  | { readonly actor: 'ops'; readonly id: string; readonly name: string; readonly address: null }
  | { readonly actor: 'clock'; readonly id: null; readonly name: string; readonly address: null };

/** The clock as the author of its steps, and of what an outside system reported. */
export const clockAuthor: StepAuthor = { actor: 'clock', id: null, name: '系统', address: null };

/** A step to store: the bill before it, and its state after it. */
export interface BillStepTaken {
  readonly bill: BillRecord;
  readonly kind: BillHistoryKind;
  readonly after: BillState;
  readonly at: Date;
  readonly author: StepAuthor;
  readonly reason?: string;
  readonly feedbackNo?: string;
  readonly payment?: Payment;
  /** `paid` and `settled`: how often payments of the serial were taken back before. */
  readonly paymentRound?: number;
  /** `paymentReversed`: which payment is taken back, by the number of its step. */
  readonly reverses?: { readonly stepNo: number; readonly amount: Fen };
  /** `writtenOff`: what was given up; `writeOffUndone`: what is to be paid again. */
  readonly writtenOff?: Fen;
  /** `adjusted`: what it changed of chosen lines. */
  readonly lineAmounts?: readonly { readonly lineId: string; readonly from: Fen; readonly to: Fen }[];
}

/** The moment at which a bill is looked at. */
export const momentOf = ({ secondApprover }: BillRecord, now: Date): BillMoment => ({ now, secondApprover });

/** The step that the clock has taken and nobody has stored yet; it is stored before any other step. @source R4.9 */
export const clockStepOf = (bill: BillRecord, now: Date): BillStepTaken | null => {
  const step = clockStep(bill.state, now);
  if (step === null) return null;
  const kind = step === 'autoConfirm' ? 'autoConfirmed' : 'autoApproved';
  const after = presentBill(bill.state, momentOf(bill, now));
  return { bill, kind, after, at: bill.state.confirmBy, author: clockAuthor };
};
