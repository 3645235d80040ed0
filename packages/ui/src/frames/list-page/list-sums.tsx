import type { JSX, ReactNode } from 'react';
import { Skeleton } from '../../widgets/skeleton/skeleton.tsx';
import css from './list-page.module.css';

/** Sums over all rows that match the filter, not only those of the page. */
export type ListSumsProps = {
  /** An undefined value is loading. */
  sums: readonly { label: string; value: ReactNode | undefined }[];
};

/** One row of figures; its height is the same while they load. */
export function ListSums({ sums }: ListSumsProps): JSX.Element {
  return (
    <dl className={css.sums}>
      {sums.map(({ label, value }) => (
        <div key={label} className={css.sum}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton className={css.sumWaiting} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
