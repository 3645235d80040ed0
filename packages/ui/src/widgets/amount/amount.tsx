import type { JSX } from 'react';
import { classNames } from '../../class-names.ts';
import css from './amount.module.css';

/** An amount of money on the screen. */
export type AmountProps = {
  /** The formatted amount, `-¥0.05`; `null` shows `fallback`. */
  text: string | null;
  /** Shown where there is no amount, such as 面议. */
  fallback?: string;
  size?: 'text' | 'medium' | 'large' | 'statement';
  /** Colours negative amounts. */
  toned?: boolean;
  className?: string | undefined;
};

/** Tabular numerals that never break across lines. */
export function Amount({ text, fallback = '—', size = 'text', toned = false, className }: AmountProps): JSX.Element {
  return (
    <span className={classNames(css.amount, css[size], toned && text?.startsWith('-') && css.below, className)}>
      {text ?? fallback}
    </span>
  );
}
