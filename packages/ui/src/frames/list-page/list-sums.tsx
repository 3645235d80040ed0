import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { Skeleton } from '../../widgets/skeleton/skeleton.tsx';
import css from './list-page.module.css';

/** Sums over all rows that match the filter, not only those of the page. */
export type ListSumsProps = {
  /** An undefined value is loading. `wide` shares the row with its like, whatever they hold: two sides stand beside each other. */
  sums: readonly { label: string; value: ReactNode | undefined; wide?: true }[];
};

/** One row of figures; its height is the same while they load. */
export function ListSums({ sums }: ListSumsProps): JSX.Element {
  return (
    <dl className={css.sums}>
      {sums.map(({ label, value, wide }) => (
        <div key={label} className={classNames(css.sum, wide && css.wide)}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton className={css.sumWaiting} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
