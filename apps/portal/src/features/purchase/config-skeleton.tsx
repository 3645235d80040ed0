import { Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './sku-config-page.module.css';

/** A skeleton of the same size as the configuration. */
export const ConfigSkeleton = (): JSX.Element => (
  <div className={css.page}>
    <div className={css.top}>
      <Skeleton shape="title" />
    </div>
    <div className={css.columns}>
      <div className={css.main}>
        <Skeleton shape="card" count={2} />
      </div>
      <Skeleton shape="card" />
    </div>
  </div>
);
