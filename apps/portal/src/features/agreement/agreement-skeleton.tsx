import { Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './agreement-page.module.css';

/** The skeleton of a text. */
export const AgreementSkeleton = (): JSX.Element => (
  <div className={css.skeleton}>
    <Skeleton shape="title" />
    <Skeleton count={3} />
    <Skeleton count={9} />
  </div>
);
