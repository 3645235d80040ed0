import { type JSX, type MouseEventHandler, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronDownIcon, ChevronLeftIcon } from '../widgets/icon/frame-icons.tsx';
import { BrandMark, type BrandMarkProps } from './brand-mark.tsx';
import { closeMenuOnFollow, toggleWithoutPopovers } from './close-menu.ts';
import type { PageType } from './page-type.ts';
import css from './public-header.module.css';

/** An entry of the header; with a `menu` it opens the menu instead of `href`. */
export type NavItem = { label: string; href: string; current?: boolean; menu?: ReactNode };

/** The header of every public page. */
export type PublicHeaderProps = {
  pageType: PageType;
  brand: BrandMarkProps;
  nav?: readonly NavItem[];
  /** The search box, PC only. */
  search?: ReactNode;
  /** 登录 / 注册, or the user's menu. */
  actions?: ReactNode;
  /** H5: a title in place of the brand, with a back link. */
  title?: string | undefined;
  backHref?: string | undefined;
  onBack?: MouseEventHandler<HTMLAnchorElement> | undefined;
};

/** PC: 64 px with brand, entries, search and actions. H5: 48 px with the brand, or with a title and a back link. */
export function PublicHeader({
  pageType,
  brand,
  nav = [],
  search,
  actions,
  title,
  backHref,
  onBack,
}: PublicHeaderProps): JSX.Element {
  if (pageType === 'H5') {
    return (
      <header className={classNames(css.header, css.h5)}>
        <div className={css.bar}>
          {backHref === undefined ? null : (
            <a className={css.back} href={backHref} onClick={onBack} aria-label="返回">
              <ChevronLeftIcon size={24} />
            </a>
          )}
          {title === undefined ? <BrandMark {...brand} /> : <span className={css.title}>{title}</span>}
          <span className={css.grow} />
          {actions}
        </div>
      </header>
    );
  }
  return (
    <header className={css.header}>
      <div className={css.bar}>
        <BrandMark {...brand} />
        <nav className={css.nav} aria-label="主导航">
          {nav.map((item) =>
            item.menu === undefined ? (
              <NavLink key={item.label} item={item} />
            ) : (
              <NavMenu key={item.label} item={item} />
            ),
          )}
        </nav>
        <span className={css.grow} />
        {search}
        {actions}
      </div>
    </header>
  );
}

function NavLink({ item }: { item: NavItem }): JSX.Element {
  return (
    <a className={css.entry} href={item.href} aria-current={item.current ? 'page' : undefined}>
      {item.label}
    </a>
  );
}

/** A native popover: opens before scripts run, closes by Esc, by a click outside and by following a link. */
function NavMenu({ item }: { item: NavItem }): JSX.Element {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={css.entry}
        popoverTarget={id}
        aria-current={item.current ? 'true' : undefined}
        onClick={toggleWithoutPopovers}
      >
        {item.label}
        <ChevronDownIcon size={16} />
      </button>
      <div id={id} popover="auto" className={css.mega} onClick={closeMenuOnFollow}>
        <div className={css.megaInner}>{item.menu}</div>
      </div>
    </>
  );
}
