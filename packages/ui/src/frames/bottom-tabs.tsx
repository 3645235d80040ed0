import type { JSX, ReactNode } from 'react';
import css from './bottom-tabs.module.css';

/** An entry of the H5 tab bar. */
export type BottomTab = { label: string; href: string; icon: ReactNode; current?: boolean; badge?: number | undefined };

/** 首页 · 产品 · 文档 · 我的, at the bottom of an H5 page, above the phone's own bar. */
export function BottomTabs({ items }: { items: readonly BottomTab[] }): JSX.Element {
  return (
    <nav className={css.tabs} aria-label="底部导航">
      {items.map((item) => (
        <a key={item.label} href={item.href} className={css.tab} aria-current={item.current ? 'page' : undefined}>
          {item.icon}
          {item.label}
          {item.badge ? <span className={css.badge}>{item.badge > 99 ? '99+' : item.badge}</span> : null}
        </a>
      ))}
    </nav>
  );
}
