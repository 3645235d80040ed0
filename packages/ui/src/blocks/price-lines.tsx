import type { JSX, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import css from './price-lines.module.css';

/** A quote with its amounts formatted; `total` is `null` while the quote is loading. */
export type PriceLinesProps = {
  items: readonly { label: string; amount: string }[];
  total: string | null;
  totalLabel?: string;
  /** A newer quote is loading: the old one stays, dimmed. */
  busy?: boolean;
  /** A sentence under the total. */
  note?: ReactNode;
};

/** How a price is composed: lines, then their sum, which is announced when it changes. */
export function PriceLines({ items, total, totalLabel = '合计', busy = false, note }: PriceLinesProps): JSX.Element {
  return (
    <div className={classNames(css.lines, busy && css.busy)} aria-busy={busy || undefined}>
      <dl>
        {items.map((item) => (
          <div key={item.label} className={css.line}>
            <dt>{item.label}</dt>
            <dd className={item.amount.startsWith('-') ? css.below : undefined}>{item.amount}</dd>
          </div>
        ))}
      </dl>
      <p className={css.total} aria-live="polite" aria-atomic="true">
        <span>{totalLabel}</span> <b>{total ?? '—'}</b>
      </p>
      {note ? <p className={css.note}>{note}</p> : null}
    </div>
  );
}
