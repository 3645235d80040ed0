import type { JSX, ReactNode } from 'react';
import css from './statement.module.css';

/** A part of a statement with its title. */
export const StatementSection = ({ title, children }: { title: string; children: ReactNode }): JSX.Element => (
  <section className={css.section}>
    <h3 className={css.title}>{title}</h3>
    {children}
  </section>
);
