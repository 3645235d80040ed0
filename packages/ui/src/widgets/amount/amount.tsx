import type { JSX } from 'react';
import { classNames } from '../../class-names.ts';
import css from './amount.module.css';
import { formatAmount } from './format-amount.ts';

/** An amount of money on the screen. */
export type AmountProps = {
  /** Fen; `null` shows `fallback`. */
  value: number | null;
  /** Shown where there is no amount, such as 面议. */
  fallback?: string;
  size?: 'text' | 'medium' | 'large' | 'statement';
  /** Colours negative amounts. */
  toned?: boolean;
  sign?: 'auto' | 'always';
  symbol?: string;
  className?: string | undefined;
};

/** Tabular numerals that never break across lines. */
export function Amount({
  value,
  fallback = '—',
  size = 'text',
  toned = false,
  className,
  ...format
}: AmountProps): JSX.Element {
  return (
    <span className={classNames(css.amount, css[size], toned && value !== null && value < 0 && css.below, className)}>
      {value === null ? fallback : formatAmount(value, format)}
    </span>
  );
}
