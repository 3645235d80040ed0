import { type Fen, fen } from '../money.ts';
import { cellText, countOfText, dayOfText, fenOfText, isFormula } from '../table.ts';
import { type LedgerField, type LedgerMapping, ledgerFieldNames, ledgerFields } from './ledger-columns.ts';
import type { LedgerRow } from './recon-row.ts';

/** What is wrong with a cell of a row. */
export interface LedgerFault {
  readonly field: LedgerField;
  /** What the cell says. */
  readonly text: string;
  readonly reason: string;
}

/** A row as it was read: a row of the ledger, one that moves no money and is skipped, or everything that is wrong with it. */
export type ReadLedgerRow =
  | { readonly kind: 'row'; readonly row: Omit<LedgerRow, 'rowNo'> }
  | { readonly kind: 'neutral' }
  | { readonly kind: 'faulty'; readonly faults: readonly LedgerFault[] };

const longest: Readonly<Partial<Record<LedgerField, number>>> = { reference: 64, counterparty: 80 };
/** What no text may hold: the database refuses NUL, and the rest is invisible. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const unclean = /[\u0000-\u001f\u007f\ud800-\udfff]/;
/** Nearly no text has any sign of the pattern; pairs of surrogates are letters. */
const isUnclean = (text: string): boolean =>
  unclean.test(text) &&
  unclean.test(text.isWellFormed() ? text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, '') : text);
/** What the columns of payment platforms say of a payment that moves no money of the merchant's. */
const neutral = /^(?:\/|-|不计收支|其他|其它|中性交易)$/u;
const incoming = /^(?:收入|收|进|贷|credit|in)$/iu;
const outgoing = /^(?:支出|支|出|付|借|debit|out)$/iu;

const textsOf = (cells: readonly string[], { columns }: LedgerMapping, faults: LedgerFault[]) => {
  const texts: Partial<Record<LedgerField, string>> = {};
  for (const field of ledgerFields) {
    const column = columns[field];
    if (column === undefined) continue;
    const text = cellText(cells[column] ?? '');
    if (text === '') continue;
    const most = longest[field];
    const reason = isFormula(text)
      ? '是公式，请改为数值或文字'
      : most !== undefined && text.length > most && [...text].length > most
        ? `超过 ${most} 个字`
        : isUnclean(text)
          ? '含有不能显示的字符'
          : undefined;
    if (reason === undefined) texts[field] = text;
    else faults.push({ field, text, reason });
  }
  return texts;
};

/** A day that is written with its year at the end: `31/12/2026` or `12/31/2026`. */
const turnedDay = (text: string, order: LedgerMapping['dayOrder']): string => {
  if (order === 'ymd') return text;
  const [, first = '', second = '', year = '', rest = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(.*)$/.exec(text.normalize('NFKC')) ?? [];
  if (year === '') return text;
  const [month, day] = order === 'dmy' ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`;
};

const amountOf = (text: string, unit: LedgerMapping['unit']): Fen | null => {
  if (unit === 'yuan') return fenOfText(text);
  const count = countOfText(text);
  return count === null ? null : fen(count);
};

const notAmount = (unit: LedgerMapping['unit']): string =>
  unit === 'yuan' ? '不是金额：应如 1,234.56，最多两位小数' : '不是以分为单位的金额：应为整数';

/** Banks write what goes out with a minus, or without. */
const paidOut = (amount: number): number => Math.abs(amount);

/** The amount of a row before its sign is turned; null where something is wrong, `neutral` where it moves no money. */
const signedAmount = (
  texts: Partial<Record<LedgerField, string>>,
  { columns, unit }: LedgerMapping,
  faults: LedgerFault[],
): number | 'neutral' | null => {
  const read = (field: 'amount' | 'amountIn' | 'amountOut'): number | null | undefined => {
    const text = texts[field];
    if (text === undefined) return undefined;
    const amount = amountOf(text, unit);
    if (amount === null) faults.push({ field, text, reason: notAmount(unit) });
    return amount;
  };
  if (columns.amount === undefined) {
    const [income, expense] = [read('amountIn'), read('amountOut')];
    if (income === null || expense === null) return null;
    if (income === undefined && expense === undefined) {
      faults.push({ field: columns.amountIn === undefined ? 'amountOut' : 'amountIn', text: '', reason: '缺少金额' });
      return null;
    }
    const both = (income ?? 0) - paidOut(expense ?? 0);
    if (Number.isSafeInteger(both)) return both;
    faults.push({ field: 'amountIn', text: texts.amountIn ?? '', reason: '金额过大' });
    return null;
  }
  const flow = texts.flow;
  if (flow !== undefined && neutral.test(flow)) return 'neutral';
  const amount = read('amount');
  if (amount === undefined) faults.push({ field: 'amount', text: '', reason: '缺少金额' });
  if (amount === undefined || amount === null) return null;
  if (columns.flow === undefined) return amount;
  if (flow !== undefined && incoming.test(flow)) return amount;
  if (flow !== undefined && outgoing.test(flow)) return 0 - paidOut(amount);
  faults.push({ field: 'flow', text: flow ?? '', reason: '应为“收入”或“支出”' });
  return null;
};

/**
 * Reads a row of a merchant's ledger. Everything that is wrong with it is named at once.
 *
 * @source R13.1
 */
export const ledgerRowOf = (cells: readonly string[], mapping: LedgerMapping): ReadLedgerRow => {
  const faults: LedgerFault[] = [];
  const texts = textsOf(cells, mapping, faults);
  const isFaulty = (field: LedgerField): boolean => faults.some((fault) => fault.field === field);
  const dayText = texts.occurredOn ?? '';
  const occurredOn = dayText === '' ? null : dayOfText(turnedDay(dayText, mapping.dayOrder));
  if (dayText === '' && !isFaulty('occurredOn')) {
    faults.push({ field: 'occurredOn', text: '', reason: `缺少${ledgerFieldNames.occurredOn}` });
  } else if (dayText !== '' && occurredOn === null) {
    faults.push({ field: 'occurredOn', text: dayText, reason: '不是日期：应如 2026-11-20' });
  }
  const isBroken = isFaulty('amount') || isFaulty('amountIn') || isFaulty('amountOut') || isFaulty('flow');
  const amount = isBroken ? null : signedAmount(texts, mapping, faults);
  if (amount === 'neutral' && faults.length === 0) return { kind: 'neutral' };
  if (faults.length > 0 || occurredOn === null || amount === null || amount === 'neutral') {
    return { kind: 'faulty', faults };
  }
  const turned = mapping.sign === 'reversed' && amount !== 0 ? -amount : amount;
  return {
    kind: 'row',
    row: {
      reference: texts.reference ?? null,
      counterparty: texts.counterparty ?? null,
      amount: fen(turned),
      occurredOn,
    },
  };
};
