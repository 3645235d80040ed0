import type { JSX } from 'react';
import css from './breadcrumb.module.css';

/** One level of the path; the last one is the page itself and has no link. */
export type Crumb = { label: string; href?: string | undefined };

/** The position of the page in the site. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }): JSX.Element {
  return (
    <nav aria-label="当前位置" className={css.crumbs}>
      <ol>
        {items.map((item, place) => (
          <li key={item.label}>
            {item.href !== undefined && place < items.length - 1 ? (
              <a href={item.href}>{item.label}</a>
            ) : (
              <span aria-current={place === items.length - 1 ? 'page' : undefined}>{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
