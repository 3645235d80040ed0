import { createHash } from 'node:crypto';
import type { Output } from '@ronghui/contract';
import type { LineNoteKind, MonthPart } from '@ronghui/domain/bank-line/account-month';
import { addFen, differenceOf, type Fen } from '@ronghui/domain/money';
import type { Db } from '#kernel/database/db';
import {
  type ClosedMonth,
  findAnchor,
  findClosedMonth,
  hasHandled,
  listGaps,
  listMonths,
  type MonthOf,
  type MonthSums,
  type PartRow,
  sumMonth,
  sumParts,
  sumSince,
} from './account-month.sql.ts';

type Month = Output<'ops.bankLine.month'>;

const partOf = ({ direction, part, kind, count, amount }: PartRow): Month['parts'][number] => ({
  direction,
  part,
  ...(kind === null ? {} : { kind }),
  count,
  amount,
});

/** A month that is closed, as its proof has it. */
const closedMonth = ({ ownAccount, month }: MonthOf, closed: ClosedMonth): Month => ({
  ownAccount,
  month,
  openingAmount: closed.opening_fen,
  inCount: closed.in_count,
  inAmount: closed.in_fen,
  outCount: closed.out_count,
  outAmount: closed.out_fen,
  closingAmount: closed.closing_fen,
  parts: closed.parts.map(partOf),
  openLines: 0,
  gaps: [],
  uncoveredLines: 0,
  isOver: true,
  isOwn: false,
  closed: { by: closed.closed_by, at: closed.closed_at.toISOString(), sha256: closed.sha256 },
});

/** A month that is open, with what its proof would be of. */
export interface OpenMonth {
  readonly shown: Month;
  readonly sums: MonthSums;
  readonly parts: readonly PartRow[];
  readonly opening: Fen | null;
  readonly closing: Fen | null;
}

/** A month that is open, as it stands: balances, where its lines went, and what keeps it from being closed. @source receipts 2.6 */
export const readOpenMonth = async (
  db: Db,
  of: MonthOf,
  { staffId, today }: { readonly staffId: string; readonly today: string },
): Promise<OpenMonth> => {
  const sums = await sumMonth(db, of);
  const parts = await sumParts(db, of);
  const anchor = await findAnchor(db, of);
  const since = anchor && (await sumSince(db, of, anchor));
  const gaps = anchor === undefined ? [] : await listGaps(db, of, anchor);
  const earlier = (await listMonths(db, of.ownAccount, of.to)).findLast(
    ({ month, is_closed: isClosed }) => month < of.month && !isClosed,
  );
  const opening = anchor === undefined || since === undefined ? null : addFen(anchor.balance_fen, since.before);
  const closing = opening === null ? null : differenceOf(addFen(opening, sums.in_fen), sums.out_fen);
  const open = parts.filter(({ part }) => part === 'open');
  const shown: Month = {
    ownAccount: of.ownAccount,
    month: of.month,
    ...(opening === null ? {} : { openingAmount: opening }),
    inCount: sums.in_count,
    inAmount: sums.in_fen,
    outCount: sums.out_count,
    outAmount: sums.out_fen,
    ...(closing === null ? {} : { closingAmount: closing }),
    parts: parts.map(partOf),
    openLines: open.reduce((lines, { count }) => lines + count, 0),
    gaps: gaps.map(({ statement_no, name, last_on, closing_fen, reckoned_fen }) => ({
      statementNo: statement_no,
      name,
      lastOn: last_on,
      closingAmount: closing_fen,
      reckonedAmount: reckoned_fen,
    })),
    uncoveredLines: since?.uncovered ?? sums.in_count + sums.out_count,
    ...(earlier === undefined ? {} : { earlierMonth: earlier.month }),
    isOver: of.to < today,
    isOwn: await hasHandled(db, of, staffId),
  };
  return { shown, sums, parts, opening, closing };
};

/** A month as staff read it: its proof where it is closed. */
export const readMonth = async (
  db: Db,
  of: MonthOf,
  by: { readonly staffId: string; readonly today: string },
): Promise<Month> => {
  const closed = await findClosedMonth(db, of);
  return closed === undefined ? (await readOpenMonth(db, of, by)).shown : closedMonth(of, closed);
};

/** Whether nothing keeps a month from being closed but who closes it, and what the bank states. */
export const isReady = ({ openLines, gaps, uncoveredLines, earlierMonth, isOver }: Month): boolean =>
  openLines === 0 && gaps.length === 0 && uncoveredLines === 0 && earlierMonth === undefined && isOver;

/** What a digest is of. */
export interface Proof extends Pick<MonthOf, 'ownAccount' | 'month'> {
  readonly opening: Fen;
  readonly closing: Fen;
  readonly sums: MonthSums;
  readonly parts: readonly {
    readonly direction: 'in' | 'out';
    readonly part: MonthPart;
    readonly kind: LineNoteKind | null;
    readonly count: number;
    readonly amount: Fen;
  }[];
}

/** The SHA-256 of the proof of a month, in hex: its account, balances, sums, where its lines went, and all of its lines as they were taken in. */
export const digestOfMonth = ({ ownAccount, month, opening, closing, sums, parts }: Proof): string => {
  const lines = [
    'ronghui account month 1',
    ownAccount,
    month,
    `opening ${opening}`,
    `in ${sums.in_count} ${sums.in_fen}`,
    `out ${sums.out_count} ${sums.out_fen}`,
    `closing ${closing}`,
    ...parts.map(
      ({ direction, part, kind, count, amount }) => `${direction} ${part} ${kind ?? '-'} ${count} ${amount}`,
    ),
    `lines ${sums.sha256}`,
  ];
  return createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
};
