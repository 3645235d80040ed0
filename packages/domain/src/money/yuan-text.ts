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

/**
 * Parses an amount as people type it, `0.37` or `１２，３４５.6`: half-width or full-width, with or without separators of thousands. Null when it is
 * not an amount, or finer than a fen. It does not use floating point.
 *
 * @source R3.7
 */
export const fenOfYuan = (typed: string): Fen | null => {
  const text = typed.normalize('NFKC').replaceAll(/[\s,]/g, '');
  const [, yuan, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.startsWith('.') ? `0${text}` : text) ?? [];
  return yuan === undefined ? null : fen(Number(`${yuan}${cents.padEnd(2, '0')}`));
};
