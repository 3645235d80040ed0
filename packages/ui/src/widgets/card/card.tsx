import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './card.module.css';

/** A framed part of a page. */
export type CardProps = {
  title?: ReactNode;
  /** The heading level of the title. */
  level?: 2 | 3 | 4;
  /** Content at the end of the title's row. */
  actions?: ReactNode;
  as?: 'div' | 'section' | 'article' | 'aside';
  className?: string | undefined;
  children: ReactNode;
};

/** White with a hairline border and 12 px corners. */
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
