import type { JSX, ReactNode } from 'react';
import css from './visually-hidden.module.css';

/** Text for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }): JSX.Element {
  return <span className={css.hidden}>{children}</span>;
}
