import { Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './products-skeleton.module.css';

/** Eight cards' worth of place. */
export const ProductsSkeleton = (): JSX.Element => (
  <div className={css.grid}>
    {Array.from({ length: 8 }, (_, place) => (
      <Skeleton key={place} shape="card" />
    ))}
  </div>
);
