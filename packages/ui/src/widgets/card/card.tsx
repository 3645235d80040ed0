import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './card.module.css';

/** A framed part of a page. */
export type CardProps = {
  title?: ReactNode;
  /** The title's rank in the page's outline. */
  level?: 2 | 3 | 4;
  /** Stands at the end of the title's line. */
  actions?: ReactNode;
  as?: 'div' | 'section' | 'article' | 'aside';
  className?: string | undefined;
  children: ReactNode;
};

/** Paper with a hairline and 12 px corners. */
export function Card({
  title,
  level = 2,
  actions,
  as: Element = 'section',
  className,
  children,
}: CardProps): JSX.Element {
  const Heading = `h${level}` as const;
  return (
    <Element className={classNames(css.card, className)}>
      {title !== undefined || actions !== undefined ? (
        <div className={css.top}>
          {title === undefined ? null : <Heading className={css.title}>{title}</Heading>}
          {actions}
        </div>
      ) : null}
      {children}
    </Element>
  );
}
