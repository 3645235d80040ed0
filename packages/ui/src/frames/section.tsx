import type { JSX, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../widgets/visually-hidden/visually-hidden.tsx';
import css from './section.module.css';

/** A section of a public page. */
export type SectionProps = {
  title?: ReactNode;
  sub?: ReactNode;
  /** At the end of the title's row, such as a link to all. */
  actions?: ReactNode;
  /** On a grey background instead of white. */
  alt?: boolean;
  /** Less padding above and below. */
  tight?: boolean;
  /** Its title is the page's h1. */
  level?: 1 | 2;
  /** The title is for screen readers alone, because the header shows it. */
  titleInHeader?: boolean;
  id?: string;
  children: ReactNode;
};

/** A section 1,200 px wide with a title; the home page consists of these. */
export function Section({
  title,
  sub,
  actions,
  alt = false,
  tight = false,
  level = 2,
  titleInHeader = false,
  id,
  children,
}: SectionProps): JSX.Element {
  const Heading = `h${level}` as const;
  return (
    <section id={id} className={classNames(css.band, alt && css.alt, tight && css.tight)}>
      <div className={css.inner}>
        {title === undefined ? null : (
          <div className={titleInHeader && sub === undefined && actions === undefined ? undefined : css.top}>
            <div>
              {titleInHeader ? (
                <VisuallyHidden>
                  <Heading>{title}</Heading>
                </VisuallyHidden>
              ) : (
                <Heading className={css.title}>{title}</Heading>
              )}
              {sub === undefined ? null : <p className={css.sub}>{sub}</p>}
            </div>
            {actions}
          </div>
        )}
        {children}
      </div>
    </section>
  );
}
