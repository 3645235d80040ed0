import type { JSX, ReactNode } from 'react';
import { Skeleton } from '../../widgets/skeleton/skeleton.tsx';
import css from './list-page.module.css';

/** The sums of the whole filter, not of the page. */
export type ListSumsProps = {
  /** An undefined value has not come yet. */
  sums: readonly { label: string; value: ReactNode | undefined }[];
};

/** One line of figures above the rows, as high before they have come as after. */
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
