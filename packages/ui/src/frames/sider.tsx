import type { JSX } from 'react';
import css from './sider.module.css';

/** An entry of the sider; `badge` is the number of open items there. */
export type SiderItem = { label: string; href: string; current?: boolean; badge?: number | undefined };

/** A group of the sider. */
export type SiderGroup = {
  title: string;
  items: readonly SiderItem[];
};

/** The entries of an area. */
export type SiderProps = { areaName: string; groups: readonly SiderGroup[]; className?: string | undefined };

/** The navigation of an area, in groups; its frame places it. */
export function Sider({ areaName, groups, className }: SiderProps): JSX.Element {
  return (
    <nav className={className} aria-label={areaName}>
      {groups.map((group) => (
        <section key={group.title}>
          <h2 className={css.group}>{group.title}</h2>
          <ul>
            {group.items.map((item) => (
              <li key={item.href}>
                <a className={css.item} href={item.href} aria-current={item.current ? 'page' : undefined}>
                  {item.label}
                  {item.badge ? <span className={css.badge}>{item.badge > 99 ? '99+' : item.badge}</span> : null}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
