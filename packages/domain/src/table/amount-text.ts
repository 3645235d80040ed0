import { type Fen, fen, rateOfUnitPrice } from '../money.ts';

/** Digits with separators of thousands, or without any; nothing in between, where a comma might be a decimal sign. */
const grouped = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})?(?:\.(\d*))?$/;

/** A number as files write it, without its sign: `1,234.50` is `1234` and `50`. */
interface PlainNumber {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly decimals: string;
}

/** Reads a number with a sign before or after it, or in brackets, as accountants write what is below zero. */
const plainNumber = (text: string): PlainNumber | null => {
  let bare = text;
  let isNegative = false;
  const [, inside] = /^\((.*)\)$/.exec(bare) ?? [];
  if (inside !== undefined) {
    isNegative = true;
    bare = inside;
  } else {
    const [, before = '', middle = '', after = ''] = /^([+-]?)(.*?)([+-]?)$/.exec(bare) ?? [];
    if (before !== '' && after !== '') return null;
    isNegative = before === '-' || after === '-';
    bare = middle;
  }
  const found = grouped.exec(bare);
  if (found === null || !/\d/.test(bare)) return null;
  const [whole = ''] = bare.split('.');
  return { isNegative, whole: whole.replaceAll(',', ''), decimals: (found[1] ?? '').replace(/0+$/, '') };
};

/** Without currency, spaces and full-width forms. */
const bareNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s¥$]|RMB|CNY|人民币|元$/giu, '')
    .replace('−', '-');

const safe = (text: string): number | null => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
};

/**
 * The amount that a cell of a file states in yuan: `1234.5`, `¥1,234.50`, `(1,234.50)`, `1,234.50-`. Null for what is no amount, is finer than
 * a fen, or might be read in two ways. No float holds it.
 *
 * @source R3.7, R13.1
 */
export const fenOfText = (text: string): Fen | null => {
  // Most amounts are written like this.
  const [, plain, cents = ''] = /^(\d{1,13})(?:\.(\d\d))?$/.exec(text) ?? [];
  if (plain !== undefined) return fen(Number(plain) * 100 + Number(cents));
  const number = plainNumber(/^-?[\d.]+$/.test(text) ? text : bareNumber(text));
  if (number === null || number.decimals.length > 2) return null;
  const value = safe(`${number.whole}${number.decimals.padEnd(2, '0')}`);
  if (value === null) return null;
  return fen(number.isNegative && value !== 0 ? -value : value);
};

/** A count: `1,200`, `(3)`. Null for what is none, or not whole. */
export const countOfText = (text: string): number | null => {
  const number = plainNumber(bareNumber(text));
  if (number === null || number.decimals !== '') return null;
  const value = safe(number.whole === '' ? '0' : number.whole);
  return value === null || value === 0 || !number.isNegative ? value : -value;
};

/** How many decimals each sign moves: millionths of 1, of a hundredth, of a thousandth. */
const places = { '': 6, '%': 4, '‰': 3 } as const;

/** A rate: `1.2%`, `12‰`, `0.012`. Null for what is none, is finer than a millionth, or is above 1 without its sign. @unit millionths */
export const rateOfText = (text: string): number | null => {
  const [, digits = '', sign = ''] = /^(.*?)([%‰]?)$/u.exec(bareNumber(text)) ?? [];
  const number = plainNumber(digits);
  const decimals = sign === '%' || sign === '‰' ? places[sign] : places[''];
  if (number === null || number.isNegative || number.decimals.length > decimals) return null;
  const value = safe(`${number.whole}${number.decimals.padEnd(decimals, '0')}`);
  return value === null || (sign === '' && value > 1_000_000) ? null : value;
};

/** The price of a unit in yuan, which may be finer than a fen: `2.20`, `¥0.0035`. Null for what is none. @unit millionths of a fen */
export const unitPriceOfText = (text: string): number | null => rateOfUnitPrice(bareNumber(text));
