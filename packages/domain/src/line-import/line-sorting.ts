import {
  cellText,
  currencyHeads,
  fenOfText,
  foreignCurrency,
  isErrorValue,
  type RowChoices,
  type RowSorting,
  recogniseColumns,
  saysFailure,
  sideOfText,
} from '../table.ts';
import { type ColumnMapping, lineHeads } from './line-columns.ts';
import { type ImportedLine, type LineFault, lineRowReader, maskedName, moneyUnitOf, type ReadRow } from './line-row.ts';

/** Of a payment alone; a loan that is closed was paid back. */
const paymentHeads = ['交易状态', '支付状态', '付款状态', '收款状态', 'payment status'];
const refundHeads = ['退款金额', '已退款金额', '退货金额', '退款', 'refund', 'refund amount'];

/** A column of sides, by which a row may move no money of anybody's. */
const flowHeads = ['收/支', '收支类型', '收支', '收支方向', '资金流向'];

/** Where a file says what of a row was given back, unless that is the amount itself. */
const refundColumn = (head: readonly string[], { loanAmount }: ColumnMapping): number | undefined => {
  const { refund } = recogniseColumns(head, { refund: refundHeads });
  return loanAmount !== undefined && 'column' in loanAmount && loanAmount.column === refund ? undefined : refund;
};

/**
 * Reads the rows of one file as lines. What a column of currencies says is in another one is no amount, a payment that was not made is
 * none, and a row of which something was given back is not what its amount says alone.
 *
 * @source R11.6
 */
export const lineReader = (
  head: readonly string[],
  mapping: ColumnMapping,
): ((cells: readonly string[]) => ReadRow) => {
  const names = { currency: currencyHeads, status: paymentHeads, flow: flowHeads };
  const { currency, status, flow } = recogniseColumns(head, names);
  const refund = refundColumn(head, mapping);
  const reasonOf = (cells: readonly string[]): Pick<LineFault, 'text' | 'reason'> | null => {
    const textAt = (column: number | undefined) => (column === undefined ? '' : cellText(cells[column] ?? ''));
    const text = textAt(currency);
    const code = foreignCurrency(text);
    if (code !== null) return { text, reason: `不是人民币金额（${code}）` };
    const state = textAt(status);
    if (saysFailure(state)) return { text: state, reason: '没有付成的交易不是明细，请不导入这一行' };
    const side = textAt(flow);
    if (sideOfText(side) === 'neutral') return { text: side, reason: '不计收支的交易不是明细，请不导入这一行' };
    const given = textAt(refund);
    // A text is no amount that was given back; one that could not be calculated may be.
    if (isErrorValue(given) || (fenOfText(given) ?? 0) !== 0)
      return { text: given, reason: '这一行有退款：请按“更正的明细”录入为负数，或不导入这一行' };
    return null;
  };
  const readRow = lineRowReader(mapping, head);
  if ([currency, refund, status, flow].every((column) => column === undefined)) return readRow;
  return (cells) => {
    const read = readRow(cells);
    const fault = read.kind === 'row' && read.row.loanFen !== null ? reasonOf(cells) : null;
    if (fault === null) return read;
    const faults = [{ field: 'loanAmount', ...fault }] as const;
    return { kind: 'faulty', faults, signs: { day: 'read', amount: 'read', isNamed: true } };
  };
};

const idNumber = /(?<!\d)(\d{4})\d{10}(\d{3}[\dXx])(?!\d)/gu;
const mobileNumber = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/gu;

/** What is shown and kept of a cell that stands for nothing of a line, such as a number of a person. @source R6 */
const withoutPersons = (text: string): string =>
  text.replaceAll(idNumber, '$1**********$2').replaceAll(mobileNumber, '$1****$2');

/** By what the rows of a file of lines are sorted. */
export const lineSorting = (
  head: readonly string[],
  mapping: ColumnMapping,
  choices: RowChoices,
): RowSorting<ImportedLine, never, LineFault> => {
  const { loanAmount, borrower } = mapping;
  const names = new Set([
    recogniseColumns(head, { borrower: lineHeads.borrower }).borrower,
    borrower !== undefined && 'column' in borrower ? borrower.column : undefined,
  ]);
  const mapped = new Set(Object.values(mapping).map((source) => ('column' in source ? source.column : undefined)));
  return {
    read: lineReader(head, mapping),
    head,
    money: [loanAmount !== undefined && 'column' in loanAmount ? loanAmount.column : undefined],
    unit: moneyUnitOf(mapping),
    choices,
    shown(text, column) {
      if (names.has(column)) return maskedName(text);
      return mapped.has(column) ? text : withoutPersons(text);
    },
  };
};
