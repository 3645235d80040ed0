import { addFen, differenceOf, type Fen, noFen } from '../money.ts';
import type { BillHistoryKind } from './bill-history-kinds.ts';
import type { BillStatus } from './bill-status.ts';

/** A row of a bill's history, as it was after the step. */
export interface BillHistoryRow {
  readonly kind: BillHistoryKind;
  readonly at: Date;
  /** The person; null for the clock. */
  readonly by: string | null;
  readonly amount: Fen;
  readonly confirmBy: Date;
  /** `confirmed`: whether it waits for a second person. */
  readonly waits?: boolean;
  /** `disputed`, `reopened` and what ends them: the feedback. */
  readonly feedbackNo?: string;
  /** `paid` and `settled`: what was paid; `paymentReversed`: what is open again. */
  readonly payment?: Fen;
  /** `paymentReversed`: which payment, by the number of its row, the first being 1. */
  readonly reverses?: number;
  /** `writtenOff`: what was given up; `writeOffUndone`: what is to be paid again. */
  readonly writtenOff?: Fen;
}

/** What the rows so far add up to. */
interface Progress {
  readonly status: BillStatus;
  readonly waits: boolean;
  readonly confirmer: string | null;
  readonly paid: Fen;
  readonly writtenOff: Fen;
  readonly feedbackNo: string | null;
  /** Feedback that was opened, answered, reopened. */
  readonly opened: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
  readonly reopened: ReadonlySet<string>;
  /** What was paid and not taken back, by the numbers of the rows. */
  readonly payments: ReadonlyMap<number, Fen>;
  /** How many rows there are. */
  readonly count: number;
  readonly last: BillHistoryRow;
}

/** A step: what is wrong with it, or what it leads to. */
type Judged = string | Partial<Progress>;
type Judge = (row: BillHistoryRow, before: Progress) => Judged;

const inTime = (row: BillHistoryRow): boolean => row.at < row.confirmBy;
const byClock = (row: BillHistoryRow): boolean => row.by === null && row.at.getTime() === row.confirmBy.getTime();

const confirmed: Judge = (row, { status }) => {
  if (status !== 'pending') return `confirmed while ${status}`;
  if (row.by === null || !inTime(row)) return 'confirmed by nobody or after its time';
  return { status: 'confirmed', waits: row.waits === true, confirmer: row.by };
};

const autoConfirmed: Judge = (row, { status }) => {
  if (status !== 'pending') return `confirmed by the clock while ${status}`;
  return byClock(row) ? { status: 'confirmed', waits: false, confirmer: null } : 'the clock confirms at confirm-by';
};

const approved: Judge = (row, { status, waits, confirmer }) => {
  if (status !== 'confirmed' || !waits) return 'approved while nothing waits';
  if (row.by === null || !inTime(row)) return 'approved by nobody or after its time';
  return row.by === confirmer ? 'approved by the person who confirmed' : { waits: false };
};

const autoApproved: Judge = (row, { status, waits }) => {
  if (status !== 'confirmed' || !waits) return 'approved by the clock while nothing waits';
  return byClock(row) ? { waits: false } : 'the clock approves at confirm-by';
};

const sentBack: Judge = (row, { status, waits, confirmer, last }) => {
  if (status !== 'confirmed' || !waits) return 'sent back while nothing waits';
  if (row.by === null || row.at >= last.confirmBy) return 'sent back by nobody or after its time';
  return row.by === confirmer ? 'sent back by the person who confirmed' : { status: 'pending', waits: false };
};

const disputed: Judge = (row, { status, opened }) => {
  if (status !== 'pending' || !inTime(row)) return `disputed while ${status} or after its time`;
  if (row.feedbackNo === undefined) return 'disputed without a feedback';
  if (opened.has(row.feedbackNo)) return 'a feedback is opened twice';
  return { status: 'disputed', feedbackNo: row.feedbackNo, opened: new Set([...opened, row.feedbackNo]) };
};

const reopened: Judge = (row, before) => {
  const { status, waits } = before;
  if (status === 'settled' || status === 'disputed') return `reopened while ${status}`;
  if ((status === 'pending' || waits) && !inTime(row)) return 'reopened after its time, before the clock’s step';
  if (row.feedbackNo === undefined || !before.answered.has(row.feedbackNo)) return 'reopened without an answer';
  if (before.reopened.has(row.feedbackNo)) return 'reopened twice';
  const again = new Set([...before.reopened, row.feedbackNo]);
  return { status: 'disputed', waits: false, confirmer: null, feedbackNo: row.feedbackNo, reopened: again };
};

const withdrawn: Judge = (row, { status, feedbackNo }) => {
  if (status !== 'disputed') return `a dispute ends while ${status}`;
  if (row.feedbackNo === undefined || row.feedbackNo !== feedbackNo) return 'another feedback ends the dispute';
  return inTime(row) ? { status: 'pending', feedbackNo: null } : 'pending without time to confirm';
};

const answered: Judge = (row, before) => {
  const judged = withdrawn(row, before);
  if (typeof judged === 'string' || row.feedbackNo === undefined) return judged;
  return { ...judged, answered: new Set([...before.answered, row.feedbackNo]) };
};

const paidTo = (row: BillHistoryRow, { status, waits, paid }: Progress): string | Fen => {
  if (status !== 'confirmed' || waits) return 'paid before it was confirmed and approved';
  const { payment } = row;
  if (payment === undefined || payment < 0) return 'paid without an amount';
  return addFen(paid, payment);
};

const paid: Judge = (row, before) => {
  const sum = paidTo(row, before);
  if (typeof sum === 'string') return sum;
  return row.payment === noFen || sum >= row.amount ? 'a part that is not a part' : { paid: sum };
};

/** A payment is taken back once, whole, by somebody. */
const paymentReversed: Judge = (row, { status, paid, writtenOff, payments }) => {
  const payment = row.reverses === undefined ? undefined : payments.get(row.reverses);
  if (row.by === null) return 'a payment taken back by nobody';
  if (writtenOff > 0) return 'a payment taken back before the write-off of the rest';
  if (row.reverses === undefined || payment === undefined || payment <= 0) return 'no payment to take back';
  if (row.payment !== payment) return 'another sum taken back than was paid';
  const others = new Map(payments);
  others.delete(row.reverses);
  const left = differenceOf(paid, payment);
  return { status: status === 'settled' ? 'confirmed' : status, paid: left, payments: others };
};

/** What is to be paid is given up whole, by somebody. */
const writtenOff: Judge = (row, { status, waits, paid }) => {
  if (status !== 'confirmed' || waits) return 'written off before it was confirmed and approved';
  if (row.by === null || row.writtenOff === undefined || row.writtenOff <= 0)
    return 'nothing written off, or by nobody';
  return addFen(paid, row.writtenOff) === row.amount
    ? { status: 'settled', writtenOff: row.writtenOff }
    : 'another sum written off than was to be paid';
};

const writeOffUndone: Judge = (row, { status, writtenOff }) => {
  if (status !== 'settled' || writtenOff <= 0) return 'no write-off to undo';
  if (row.by === null || row.writtenOff !== writtenOff) return 'another sum than was written off, or by nobody';
  return { status: 'confirmed', writtenOff: noFen };
};

/** A payment of 0, by which a bill with nothing left to pay was settled before its confirmation did that: it changes nothing. */
const isEmptySettlement = (row: BillHistoryRow, { status, last }: Progress): boolean =>
  status === 'settled' && last.kind !== 'settled' && row.kind === 'settled' && row.payment === noFen;

const settled: Judge = (row, before) => {
  if (isEmptySettlement(row, before)) return {};
  const sum = paidTo(row, before);
  if (typeof sum === 'string') return sum;
  return sum === row.amount ? { status: 'settled', paid: sum } : 'settled with another sum than the amount';
};

const judges: Readonly<Record<BillHistoryKind, Judge>> = {
  issued: () => 'issued twice',
  confirmed,
  autoConfirmed,
  approved,
  autoApproved,
  sentBack,
  disputed,
  reopened,
  withdrawn,
  adjusted: answered,
  kept: answered,
  paid,
  settled,
  paymentReversed,
  writtenOff,
  writeOffUndone,
};

/** What a step leads to, with the money: confirmed and approved with nothing left to pay, the bill is settled. */
const afterMoney = (progress: Progress): Progress =>
  progress.status === 'confirmed' && !progress.waits && progress.paid === progress.last.amount
    ? { ...progress, status: 'settled' }
    : progress;

/** Keeps a payment that was just taken under the number of its row. */
const withPayment = (progress: Progress): Progress => {
  const { kind, payment } = progress.last;
  if (payment === undefined || (kind !== 'paid' && kind !== 'settled')) return progress;
  return { ...progress, payments: new Map([...progress.payments, [progress.count, payment]]) };
};

/** Steps that may give more time to confirm; the others keep it. */
const withTime: readonly BillHistoryKind[] = ['sentBack', 'withdrawn', 'adjusted', 'kept'];

/** Steps that a settled bill takes, by which it is open again. */
const reopening: readonly BillHistoryKind[] = ['paymentReversed', 'writeOffUndone'];

/** What holds for every row beside its own step: time goes on, only an adjustment changes the amount, nothing shortens the time. */
const continuityFault = (row: BillHistoryRow, before: Progress): string | null => {
  const { status, last, paid: sum } = before;
  if (status === 'settled' && !reopening.includes(row.kind) && !isEmptySettlement(row, before))
    return 'changed after it was settled';
  if (row.at < last.at) return 'earlier than the row before';
  if (row.amount < 0) return 'a negative amount';
  if (row.kind === 'adjusted' && row.amount === last.amount) return 'an adjustment to the same amount';
  if (row.kind === 'adjusted' && row.amount < sum) return 'an adjustment below what is paid';
  if (row.kind !== 'adjusted' && row.amount !== last.amount) return 'another amount without an adjustment';
  if (row.confirmBy < last.confirmBy) return 'less time to confirm';
  return row.confirmBy > last.confirmBy && !withTime.includes(row.kind) ? 'more time without an answer' : null;
};

/** The row of a history that is not legal, and why. */
export interface HistoryFault {
  readonly row: number;
  readonly why: string;
}

/** What a history says: its first row that is not legal, and the bill after the rows before that. */
interface ReadHistory {
  readonly fault: HistoryFault | null;
  readonly status: BillStatus;
  readonly waits: boolean;
}

/**
 * Reads a history from its rows alone, without the functions that take the steps, so that it can judge what a race has left behind.
 *
 * @param rows  in the order in which they happened
 * @source R4.9, R4.12, billing.md, bills
 */
export const readHistory = (rows: readonly BillHistoryRow[]): ReadHistory => {
  const [first, ...others] = rows;
  if (first?.kind !== 'issued' || first.amount < 0 || !inTime(first))
    return { fault: { row: 0, why: 'not issued' }, status: 'pending', waits: false };
  let progress: Progress = {
    status: 'pending',
    waits: false,
    confirmer: null,
    paid: noFen,
    writtenOff: noFen,
    feedbackNo: null,
    opened: new Set(),
    answered: new Set(),
    reopened: new Set(),
    payments: new Map(),
    count: 1,
    last: first,
  };
  for (const [at, row] of others.entries()) {
    const judged = continuityFault(row, progress) ?? judges[row.kind](row, progress);
    const { status, waits } = progress;
    if (typeof judged === 'string') return { fault: { row: at + 1, why: judged }, status, waits };
    progress = afterMoney(withPayment({ ...progress, ...judged, count: at + 2, last: row }));
  }
  return { fault: null, status: progress.status, waits: progress.waits };
};

/** Whether a history is legal: null, or its first row that is not. @source R4.9, R4.12, billing.md, bills */
export const historyFault = (rows: readonly BillHistoryRow[]): HistoryFault | null => readHistory(rows).fault;
