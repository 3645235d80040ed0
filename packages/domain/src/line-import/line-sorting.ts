import {
  cellText,
  currencyHeads,
  fenOfText,
  foreignCurrency,
  isCurrencyHead,
  isErrorValue,
  isSummaryHead,
  type RowChoices,
  type RowSorting,
  recogniseColumns,
  saysFailure,
  saysNothing,
  saysRefunded,
  saysYuan,
  unitColumnFault,
} from '../table.ts';
import { type ColumnMapping, type LineField, lineHeads } from './line-columns.ts';
import { type ImportedLine, type LineFault, lineRowReader, maskedName, moneyUnitOf, type ReadRow } from './line-row.ts';
import { lineSides, otherSideFault } from './line-sides.ts';

/** Of a payment alone; a loan that is closed was paid back. */
const paymentHeads = [
  '交易状态',
  '支付状态',
  '付款状态',
  '收款状态',
  '交易结果',
  '支付结果',
  '付款结果',
  '是否成功',
  '是否支付',
  'payment status',
];

/** The column that says whether a payment was made; undefined where there is none. @source R11.6 */
export const paymentColumn = (head: readonly string[]): number | undefined =>
  recogniseColumns(head, { status: paymentHeads }).status;

const refundHeads = ['退款金额', '已退款金额', '退货金额', '退款', 'refund', 'refund amount'];

/** Where a file says what of a row was given back; of a bill of refunds that is the amount itself, and beside it stands whether it was. */
const refundColumns = (head: readonly string[], { loanAmount }: ColumnMapping) => {
  const { refund, state } = recogniseColumns(head, { refund: refundHeads, state: ['退款状态'] });
  const isAmount = loanAmount !== undefined && 'column' in loanAmount && loanAmount.column === refund;
  return isAmount ? { refund: undefined, refundState: state } : { refund, refundState: undefined };
};

const noPayment = '没有付成的交易不是明细，请不导入这一行';

/**
 * Reads the rows of one file as lines. What a column of currencies says is in another one is no amount, a payment that was not made is
 * none, a row of which something was given back is not what its amount says alone, and what goes out by a column of sides is below zero.
 *
 * @source R11.6
 */
export const lineReader = (
  head: readonly string[],
  mapping: ColumnMapping,
): ((cells: readonly string[]) => ReadRow) => {
  const { currency } = recogniseColumns(head, { currency: currencyHeads });
  const status = paymentColumn(head);
  const isOfCurrencies = currency !== undefined && isCurrencyHead(head[currency] ?? '');
  const sides = lineSides(head, mapping);
  const otherSide = otherSideFault(head, mapping);
  const { refund, refundState } = refundColumns(head, mapping);
  const used = new Set(Object.values(mapping).map((source) => ('column' in source ? source.column : undefined)));
  const ofUnit = unitColumnFault(head, { used, unit: moneyUnitOf(mapping) });
  const reasonOf = (cells: readonly string[], amount: number): Pick<LineFault, 'text' | 'reason'> | null => {
    const textAt = (column: number | undefined) => (column === undefined ? '' : cellText(cells[column] ?? ''));
    const text = textAt(currency);
    const code = foreignCurrency(text);
    if (code !== null) return { text, reason: `不是人民币金额（${code}）` };
    if (isOfCurrencies && !saysNothing(text) && !saysYuan(text)) return { text, reason: '不是人民币金额' };
    const state = textAt(status);
    if (saysFailure(state)) return { text: state, reason: noPayment };
    const ofRefund = textAt(refundState);
    if (!saysNothing(ofRefund) && !saysRefunded(ofRefund)) return { text: ofRefund, reason: noPayment };
    const side = textAt(sides?.column);
    const reason = sides?.faultOf(side, amount) ?? null;
    if (reason !== null) return { text: side, reason };
    const other = otherSide?.(cells) ?? ofUnit?.(cells) ?? null;
    if (other !== null) return other;
    const given = textAt(refund);
    // A text is no amount that was given back; one that could not be calculated may be.
    if (isErrorValue(given) || (fenOfText(given) ?? 0) !== 0)
      return { text: given, reason: '这一行有退款：请按“更正的明细”录入为负数，或不导入这一行' };
    return null;
  };
  const readRow = lineRowReader(mapping, head);
  const columns = [currency, refund, refundState, status, sides?.column];
  if (otherSide === null && ofUnit === null && columns.every((column) => column === undefined)) return readRow;
  return (cells) => {
    const read = readRow(cells);
    const fault = read.kind === 'row' && read.row.loanFen !== null ? reasonOf(cells, read.row.loanFen) : null;
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
  const columnOf = (field: LineField): number | undefined => {
    const source = mapping[field];
    return source !== undefined && 'column' in source ? source.column : undefined;
  };
  const names = new Set([recogniseColumns(head, { borrower: lineHeads.borrower }).borrower, columnOf('borrower')]);
  const mapped = new Set(Object.values(mapping).map((source) => ('column' in source ? source.column : undefined)));
  return {
    read: lineReader(head, mapping),
    head,
    money: [columnOf('loanAmount')],
    known: [columnOf('loanNo'), columnOf('occurredOn'), columnOf('quantity')],
    unit: moneyUnitOf(mapping),
    choices,
    isEnd: isSummaryHead,
    shown(text, column) {
      if (names.has(column)) return maskedName(text);
      return mapped.has(column) ? text : withoutPersons(text);
    },
  };
};
