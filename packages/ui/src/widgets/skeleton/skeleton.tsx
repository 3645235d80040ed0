import type { JSX } from 'react';
import { classNames } from '../../class-names.ts';
import css from './skeleton.module.css';

/** A placeholder for loading content. */
export type SkeletonProps = {
  shape?: 'text' | 'title' | 'button' | 'image' | 'card' | 'row';
  /** How many of them are stacked. */
  count?: number;
  className?: string | undefined;
};

/** Grey shapes as large as the content; hidden from screen readers (`PageState` announces loading). */
export function Skeleton({ shape = 'text', count = 1, className }: SkeletonProps): JSX.Element {
  return (
    <span className={classNames(css.group, className)} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <span key={place} className={classNames(css.bone, css[shape])} />
      ))}
    </span>
  );
}
