import type { JSX } from 'react';
import css from './brand-mark.module.css';

/** The provider's name and logo; a default logo is drawn where there is none. */
export type BrandMarkProps = { name: string; logoUrl?: string | null | undefined; href?: string };

/** Logo and name, linked to the home page. */
export function BrandMark({ name, logoUrl, href = '#/portal/home' }: BrandMarkProps): JSX.Element {
  return (
    <a className={css.brand} href={href} aria-label={`${name}，回到首页`}>
      {logoUrl ? (
        <img className={css.logo} src={logoUrl} alt="" width="30" height="30" loading="lazy" />
      ) : (
        <svg className={css.logo} width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
          <path className={css.outer} d="M15 3a12 12 0 0 0 0 24" />
          <path className={css.inner} d="M15 9a6 6 0 0 1 0 12" />
        </svg>
      )}
      {name}
    </a>
  );
}
