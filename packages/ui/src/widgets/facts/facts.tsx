import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './facts.module.css';

/** The known facts of one thing; an entry without a value is left out. */
export type FactsProps = {
  items: readonly { label: string; value: ReactNode }[];
  /** Two columns where there is room. */
  columns?: 1 | 2;
};

/** Labels and values below each other. */
export function Facts({ items, columns = 1 }: FactsProps): JSX.Element {
  return (
    <dl className={classNames(css.facts, columns === 2 && css.two)}>
      {items
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label} className={css.item}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
