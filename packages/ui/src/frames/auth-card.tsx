import type { JSX, ReactNode } from 'react';
import css from './auth-card.module.css';

/** One card with one column: login, registration, passwords. */
export type AuthCardProps = {
  title: string;
  sub?: ReactNode;
  /** Below the card: links to alternatives. */
  footer?: ReactNode;
  /** Beside the card where there is room: a preview of the area behind the login. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A card in the middle of the page; on a phone it fills the page. */
export function AuthCard({ title, sub, footer, aside, children }: AuthCardProps): JSX.Element {
  return (
    <div className={css.page}>
      <div className={css.row}>
        {aside ? <aside className={css.aside}>{aside}</aside> : null}
        <div className={css.column}>
          <section className={css.card}>
            <h1 className={css.title}>{title}</h1>
            {sub ? <p className={css.sub}>{sub}</p> : null}
            <div className={css.body}>{children}</div>
          </section>
          {footer ? <div className={css.footer}>{footer}</div> : null}
        </div>
      </div>
    </div>
  );
}
