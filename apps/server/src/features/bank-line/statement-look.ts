import { createHash } from 'node:crypto';
import type { Output } from '@ronghui/contract';
import {
  type BalanceChain,
  balanceChain,
  bankFieldNames,
  contradictedLines,
  type FileLine,
  type KeyedLine,
  keyedLines,
  type RefusedLine,
} from '@ronghui/domain/bank-line';
import { fen, rmbText, sumFen } from '@ronghui/domain/money';
import type { Db } from '#kernel/database/db';
import { findKnownKeys, listBySerial, listTwins } from './bank-line.sql.ts';
import type { HandedRow } from './statement-table.ts';

type File = NonNullable<Output<'ops.bankLine.preview'>['file']>;

/** A file before it is compared with receipts. */
export interface ComparedFile {
  readonly file: Omit<File, 'confirmed' | 'receipts'>;
  /** The lines that no earlier file of the account had, their keys in hex. */
  readonly fresh: readonly KeyedLine[];
  readonly refused: readonly RefusedLine[];
}

/** The key of a line as it is stored, in hex. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const faultsText = (row: Extract<HandedRow, { faults: unknown }>): string =>
  row.faults
    .map(({ field, reason }) => `${bankFieldNames[field]}${reason}`)
    .join('；')
    .slice(0, 200);

const chainRefusal = (chain: BalanceChain): readonly RefusedLine[] =>
  chain.order === 'broken'
    ? [
        {
          rowNo: chain.rowNo,
          reason: `余额接不上：按上一笔应为 ${rmbText(chain.expected)}，文件写的是 ${rmbText(chain.stated)}；如果文件只有部分流水，请选择“筛选过的流水”`,
        },
      ]
    : [];

/** Lines that are stored by another reading of the file: their money would come in twice. @source receipts 1.3 */
const readOtherwise = async (
  db: Db,
  ownAccount: string,
  { lines, fresh }: { readonly lines: readonly KeyedLine[]; readonly fresh: readonly KeyedLine[] },
): Promise<readonly RefusedLine[]> => {
  const inFile = new Set(lines.map(({ key }) => key));
  const balanced = fresh.flatMap(({ balance, ...line }) => (balance === null ? [] : [{ ...line, balance }]));
  const twins = (await listTwins(db, ownAccount, balanced)).filter(({ key }) => !inFile.has(key));
  return [...new Set(twins.map(({ row_no }) => row_no))].map((rowNo) => ({
    rowNo,
    reason: '同一天、同金额、同余额的一行已按别的列导入过：请让各列的含义与上次相同',
  }));
};

const upwards = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Compares the rows of a file with what is stored of its account: which lines are new, and by which rows nothing is taken in. Undefined where the file
 * has no line.
 *
 * @source receipts 2.1, receipts 2.2
 */
export const comparedFile = async (
  db: Db,
  rows: readonly HandedRow[],
  {
    ownAccount,
    isFiltered,
    leavesOut,
    today,
  }: { readonly ownAccount: string; readonly isFiltered: boolean; readonly leavesOut: boolean; readonly today: string },
): Promise<ComparedFile | undefined> => {
  const faulty = rows.filter((row) => 'faults' in row);
  const read: FileLine[] = rows.flatMap((row) => ('line' in row ? [{ ...row.line, rowNo: row.no }] : []));
  const [first] = read;
  if (first === undefined) return undefined;
  const unread = faulty.map((row) => ({ rowNo: row.no, reason: faultsText(row) }));
  const ahead = read.flatMap(({ rowNo, occurredOn }) =>
    occurredOn > today ? [{ rowNo, reason: '日期晚于今天，请检查“日期”所在的列' }] : [],
  );
  // A row that is left out leaves a hole in the chain.
  const chain = balanceChain(read, isFiltered || leavesOut);
  const keyed = keyedLines(read);
  const lines = keyed.lines.map((line) => ({ ...line, key: digestOf(line.key) }));
  const known = await findKnownKeys(
    db,
    ownAccount,
    lines.map(({ key }) => key),
  );
  const serials = lines.flatMap(({ serial }) => serial ?? []);
  const stored = serials.length === 0 ? [] : await listBySerial(db, ownAccount, serials);
  const contradicted = contradictedLines(
    lines,
    stored,
    ({ occurredOn, amount }) => `${occurredOn} ${amount > 0 ? '收入' : '支出'} ${rmbText(fen(Math.abs(amount)))}`,
  );
  const days = lines.map(({ occurredOn }) => occurredOn).toSorted(upwards);
  const amounts = lines.map(({ amount }) => amount);
  const [incoming, outgoing] = [amounts.filter((amount) => amount > 0), amounts.filter((amount) => amount < 0)];
  const fresh = lines.filter(({ key }) => !known.has(key));
  const { order } = chain;
  const otherwise = await readOtherwise(db, ownAccount, { lines, fresh });
  return {
    file: {
      order: order === 'broken' ? 'partial' : order,
      ...(order === 'forward' || order === 'backward'
        ? { openingAmount: chain.opening, closingAmount: chain.closing }
        : {}),
      firstOn: days[0] ?? first.occurredOn,
      lastOn: days.at(-1) ?? first.occurredOn,
      lines: lines.length,
      inCount: incoming.length,
      inAmount: sumFen(incoming),
      outCount: outgoing.length,
      outAmount: fen(Math.abs(sumFen(outgoing))),
      added: fresh.length,
      known: lines.length - fresh.length,
    },
    fresh: order === 'backward' ? fresh.toReversed() : fresh,
    refused: [...unread, ...ahead, ...chainRefusal(chain), ...keyed.refused, ...contradicted, ...otherwise].toSorted(
      (one, other) => one.rowNo - other.rowNo,
    ),
  };
};
