import { type Rate, rateOf } from './rate.ts';

/** A decimal number as people type it, in parts of ten to the power of `places`; null where it is none, or finer. It does not use floating point. */
const partsOf = (typed: string, places: number): number | null => {
  const text = typed.normalize('NFKC').replaceAll(/[\s,]/g, '');
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(text.startsWith('.') ? `0${text}` : text) ?? [];
  if (whole === undefined || decimals.slice(places).replaceAll('0', '') !== '') return null;
  const parts = Number(`${whole}${decimals.slice(0, places).padEnd(places, '0')}`);
  return Number.isSafeInteger(parts) ? parts : null;
};

const rateOfParts = (parts: number | null): Rate | null => (parts === null ? null : rateOf(parts, 'millionths'));

/** Parses a percentage as people type it: `1.2` is 12,000 millionths. Null when it is none, or finer than a millionth. @source R11.6 */
export const rateOfPercent = (typed: string): Rate | null => rateOfParts(partsOf(typed.replace(/[%％]\s*$/, ''), 4));

/**
 * Parses the price of a unit in yuan, which may be finer than a fen: `0.0035` is 350,000 millionths of a fen. Null when it is none.
 *
 * @source R11.6, billing.md, rules
 */
export const rateOfUnitPrice = (typed: string): Rate | null => rateOfParts(partsOf(typed, 8));
