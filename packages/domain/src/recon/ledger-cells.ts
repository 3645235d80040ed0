import { cellText, isErrorValue, plainText, saysNothing, textFault } from '../table.ts';
import { type LedgerFault, type LedgerField, type LedgerMapping } from './ledger-columns.ts';

/** What the chosen columns of a row say; undefined where one says nothing. */
export type LedgerTexts = Readonly<Record<LedgerField, string | undefined>>;

const longest: Readonly<Partial<Record<LedgerField, number>>> = { reference: 64, counterparty: 80 };
const ofMoney: ReadonlySet<LedgerField> = new Set(['amount', 'amountIn', 'amountOut', 'refund']);

/** Of a side `-` and `/` may be words, a number of nothing but zeros is none, and an amount that could not be calculated is not nothing. */
const meaning = (field: LedgerField, text: string): string | undefined => {
  if (field === 'flow') return text === '' ? undefined : text;
  if (ofMoney.has(field) && isErrorValue(text)) return text;
  return saysNothing(text) || (field === 'reference' && /^0+$/.test(text)) ? undefined : text;
};

const textOf = (raw: string | undefined, field: LedgerField, faults: LedgerFault[]): string | undefined => {
  if (raw === undefined || raw === '') return undefined;
  const plain = plainText(raw);
  const text = meaning(field, plain ?? cellText(raw));
  if (text === undefined || (plain !== null && text.length <= (longest[field] ?? text.length))) return text;
  const reason = textFault(text, longest[field]);
  if (reason === undefined) return text;
  faults.push({ field, text, reason });
  return undefined;
};

/** What the chosen columns of a row say, each that cannot be taken with its fault. */
export const ledgerTextsOf = (
  cells: readonly string[],
  { columns }: LedgerMapping,
  faults: LedgerFault[],
): LedgerTexts => {
  const read = (field: LedgerField, column: number | undefined): string | undefined =>
    column === undefined ? undefined : textOf(cells[column], field, faults);
  // One after the other, so that every row is the same kind of object.
  return {
    reference: read('reference', columns.reference),
    occurredOn: read('occurredOn', columns.occurredOn),
    amount: read('amount', columns.amount),
    amountIn: read('amountIn', columns.amountIn),
    amountOut: read('amountOut', columns.amountOut),
    flow: read('flow', columns.flow),
    counterparty: read('counterparty', columns.counterparty),
    refund: read('refund', columns.refund),
    currency: read('currency', columns.currency),
    status: read('status', columns.status),
  };
};
