import type { JSX } from 'react';
import { classNames } from '../../class-names.ts';
import css from './skeleton.module.css';

/** A place kept for what is coming. */
export type SkeletonProps = {
  shape?: 'text' | 'title' | 'button' | 'image' | 'card' | 'row' | 'circle';
  /** How many of them stand under each other. */
  count?: number;
  className?: string | undefined;
};

/** Grey shapes as large as the content will be; decoration for screen readers (`PageState` says that it is loading). */
export function Skeleton({ shape = 'text', count = 1, className }: SkeletonProps): JSX.Element {
  return (
    <span className={classNames(css.group, className)} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <span key={place} className={classNames(css.bone, css[shape])} />
      ))}
    </span>
  );
}
