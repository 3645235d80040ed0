import { type Fen, fen } from './fen.ts';
import type { FenSum } from './fen-sum.ts';

/** `sign: 'always'` also writes `+` for positive amounts; without `grouping` there are no separators of thousands. */
export interface YuanForm {
  readonly sign?: 'auto' | 'always';
  readonly grouping?: boolean;
}

const textOf = (amount: FenSum, symbol: string, { sign = 'auto', grouping = true }: YuanForm): string => {
  const written = String(amount);
  const isNegative = written.startsWith('-');
  const digits = written.slice(isNegative ? 1 : 0).padStart(3, '0');
  const yuan = digits.slice(0, -2);
  const before = isNegative ? '-' : sign === 'always' && written !== '0' ? '+' : '';
  return `${before}${symbol}${grouping ? yuan.replace(/\B(?=(\d{3})+$)/g, ',') : yuan}.${digits.slice(-2)}`;
};

/** An amount in yuan: `1,234.56`, `-0.05`. @source R1.5, R3.7 */
export const yuanText = (amount: FenSum, form: YuanForm = {}): string => textOf(amount, '', form);

/** An amount with its symbol, as screens show it: `¥1,234.56`, `-¥0.05`. @source R1.5, R3.7 */
export const rmbText = (amount: FenSum, form: YuanForm = {}): string => textOf(amount, '¥', form);

/** Longer texts are no amounts. @unit characters */
const longest = 40;

/**
 * Parses an amount as people type it, `0.37`, `¥1,234.50`, `1234.5元` or `１２，３４５.6`: half-width or full-width, with or without separators of
 * thousands. Null when it is not an amount, is finer than a fen, or has a comma where none separates thousands (`12,34`). It does not use
 * floating point.
 *
 * @source R3.7
 */
export const fenOfYuan = (typed: string): Fen | null => {
  const text = typed
    .slice(0, longest)
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^(?:人民币|RMB|CNY)?¥?/iu, '')
    .replace(/元$/u, '');
  const [, plain, cents = ''] =
    /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(text.startsWith('.') ? `0${text}` : text) ?? [];
  if (plain === undefined || typed.length > longest) return null;
  return fen(Number(`${plain.replaceAll(',', '')}${cents.padEnd(2, '0')}`));
};
