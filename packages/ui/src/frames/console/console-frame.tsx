import { type JSX, type ReactNode, useId } from 'react';
import { BrandMark, type BrandMarkProps } from '../brand-mark.tsx';
import { closeMenuOnFollow, toggleWithoutPopovers } from '../close-menu.ts';
import { Sider, type SiderGroup } from '../sider.tsx';
import { SkipLink } from '../skip-link.tsx';
import css from './console-frame.module.css';

/** The parts of a page of the console; base type 14 px. */
export type ConsoleFrameProps = {
  brand: BrandMarkProps;
  /** The accessible name of the sider, and the name beside the brand. */
  areaName: string;
  /** Undefined while nobody knows who is there: the sider and its button have their place already, so that nothing moves when they come. */
  groups: readonly SiderGroup[] | undefined;
  /** At the end of the header: search, theme, the user's menu. */
  actions?: ReactNode;
  /** Below the header: what concerns every page. */
  notice?: ReactNode;
  children: ReactNode;
};

/** Header, sider, and content over the whole width; on a narrow screen the sider folds behind a button. */
export function ConsoleFrame({ brand, areaName, groups, actions, notice, children }: ConsoleFrameProps): JSX.Element {
  const siderId = useId();
  const hasSider = groups === undefined || groups.length > 0;
  return (
    <div className={css.frame}>
      <SkipLink />
      <header className={css.header}>
        {hasSider ? (
          <button
            type="button"
            className={css.unfold}
            popoverTarget={siderId}
            disabled={groups === undefined}
            onClick={toggleWithoutPopovers}
          >
            菜单
          </button>
        ) : null}
        <BrandMark {...brand} />
        <span className={css.area}>{areaName}</span>
        <span className={css.grow} />
        {actions}
      </header>
      {notice}
      <div className={css.shell}>
        {hasSider ? (
          <div id={siderId} popover="auto" className={css.sider} onClick={closeMenuOnFollow}>
            {groups === undefined ? null : <Sider areaName={areaName} groups={groups} />}
          </div>
        ) : null}
        <main id="main" tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
