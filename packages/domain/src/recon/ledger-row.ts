import { fen } from '../money.ts';
import {
  cellText,
  dayOfSerial,
  dayReader,
  fieldsState,
  type RowReading,
  type RowSigns,
  recogniseColumns,
  saysFailure,
  saysNothing,
  saysRefunded,
  saysYuan,
  unitColumnFault,
  type WrittenAmounts,
  zonedDays,
} from '../table.ts';
import { ledgerAmountOf } from './ledger-amount.ts';
import { type LedgerTexts, ledgerTextsOf } from './ledger-cells.ts';
import { type LedgerFault, type LedgerField, type LedgerMapping, ledgerFieldNames } from './ledger-columns.ts';
import { shapeOfHead } from './ledger-shape.ts';
import type { LedgerRow } from './recon-row.ts';

/** Why a row is left out beside what any table leaves out: it moves no money of the merchant's, or its payment was not made. */
export type LedgerSkip = 'neutral' | 'failed';

/** A row of a ledger as it was read. */
export type ReadLedgerRow = RowReading<Omit<LedgerRow, 'rowNo'>, LedgerSkip, LedgerFault>;

const nothingWritten: WrittenAmounts = [0, 0];

/** A day that is written with its year at the end: `31/12/2026` or `12/31/2026`. */
const turnedDay = (text: string, order: LedgerMapping['dayOrder'], is1904: boolean): string => {
  if (order === 'ymd') return text;
  if (order === 'serial') return /^\d{5}(?:\.\d+)?$/.test(text) ? (dayOfSerial(Number(text), is1904) ?? text) : text;
  const [, first = '', second = '', year = '', rest = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(.*)$/.exec(text.normalize('NFKC')) ?? [];
  if (year === '') return text;
  const [month, day] = order === 'dmy' ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`;
};

/** What of a row's day and amount could be read, and whether it names anything. */
const signsOf = (texts: LedgerTexts, faults: readonly LedgerFault[]): RowSigns => ({
  day: fieldsState(['occurredOn'], texts, faults),
  amount: fieldsState(['amount', 'amountIn', 'amountOut', 'refund'], texts, faults),
  isNamed: texts.reference !== undefined || texts.counterparty !== undefined,
});

/** The state of a refund in WeChat Pay's bills: what was not given back moves no money. */
const refundStateOf = (head: readonly string[]): ((cells: readonly string[]) => boolean) | null => {
  if (shapeOfHead(head) !== 'weChatPay') return null;
  const { state } = recogniseColumns(head, { state: ['退款状态'] });
  if (state === undefined) return null;
  return (cells) => {
    const text = cellText(cells[state] ?? '');
    return !saysNothing(text) && !saysRefunded(text);
  };
};

const moneyFields: ReadonlySet<LedgerField> = new Set(['amount', 'amountIn', 'amountOut', 'flow', 'refund']);
const mostStates = 500;

/**
 * Reads the rows of one file, each by itself. Everything that is wrong with a row is named at once.
 *
 * @param head names of columns that say in which zone their times are, and of which statement they are
 * @param is1904 whether the numbers of days are counted from 1904
 * @source R13.1
 */
export const ledgerReader = (
  mapping: LedgerMapping,
  head: readonly string[] = [],
  is1904 = false,
): ((cells: readonly string[]) => ReadLedgerRow) => {
  const dayOfTurned = dayReader(head[mapping.columns.occurredOn ?? -1]);
  const states = new Map<string, boolean>();
  const hasFailed = (text: string): boolean => {
    const before = states.get(text);
    if (before !== undefined) return before;
    const isOne = saysFailure(text);
    if (states.size >= mostStates) states.clear();
    states.set(text, isOne);
    return isOne;
  };
  const zoned = zonedDays(head, mapping.columns.occurredOn);
  const isNotRefunded = refundStateOf(head);
  const unitFault = unitColumnFault(head, { used: new Set(Object.values(mapping.columns)), unit: mapping.unit });
  const dayOf = (text: string, cells: readonly string[]): string | null | { readonly reason: string } => {
    const turned = turnedDay(text, mapping.dayOrder, is1904);
    const found = zoned?.(cells, turned) ?? null;
    return found === null ? dayOfTurned(turned) : 'day' in found ? found.day : found;
  };
  return (cells) => {
    const faults: LedgerFault[] = [];
    const texts = ledgerTextsOf(cells, mapping, faults);
    const isBroken = faults.some(({ field }) => moneyFields.has(field));
    const dated = texts.occurredOn === undefined ? null : dayOf(texts.occurredOn, cells);
    const occurredOn = typeof dated === 'string' ? dated : null;
    if (texts.occurredOn !== undefined && occurredOn === null) {
      const reason = (typeof dated === 'object' ? dated?.reason : undefined) ?? '不是日期：应如 2026-11-20';
      faults.push({ field: 'occurredOn', text: texts.occurredOn, reason });
    } else if (occurredOn === null && !faults.some(({ field }) => field === 'occurredOn')) {
      faults.push({ field: 'occurredOn', text: '', reason: `缺少${ledgerFieldNames.occurredOn}` });
    }
    if (texts.currency !== undefined && !saysYuan(texts.currency)) {
      faults.push({ field: 'currency', text: texts.currency, reason: '不是人民币' });
    }
    const ofUnit = unitFault?.(cells) ?? null;
    if (ofUnit !== null)
      faults.push({ field: mapping.columns.amount === undefined ? 'amountIn' : 'amount', ...ofUnit });
    const read = isBroken ? null : ledgerAmountOf(texts, mapping, faults);
    if (read === 'neutral' && faults.length === 0) {
      return { kind: 'left', reason: 'neutral', row: null, written: nothingWritten };
    }
    const isLeft = (texts.status !== undefined && hasFailed(texts.status)) || isNotRefunded?.(cells) === true;
    if (faults.length > 0 || occurredOn === null || read === null || read === 'neutral') {
      return isLeft
        ? { kind: 'left', reason: 'failed', row: null, written: nothingWritten }
        : { kind: 'faulty', faults, signs: signsOf(texts, faults) };
    }
    const rowOf = (amount: number) => ({
      reference: texts.reference ?? null,
      counterparty: texts.counterparty ?? null,
      amount: fen(mapping.sign === 'reversed' && amount !== 0 ? -amount : amount),
      occurredOn,
    });
    const { amount, written, out } = read;
    const row = rowOf(amount);
    const givenBack = read.givenBack === undefined ? undefined : rowOf(read.givenBack);
    return isLeft
      ? { kind: 'left', reason: 'failed', row, written, out, givenBack }
      : { kind: 'row', row, written, out, givenBack };
  };
};

/** Reads one row by itself. @source R13.1 */
export const ledgerRowOf = (cells: readonly string[], mapping: LedgerMapping): ReadLedgerRow =>
  ledgerReader(mapping)(cells);
