import type { JSX, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import css from './area-frame.module.css';
import { PageHead } from './page-head.tsx';
import type { PageType } from './page-type.ts';
import { Sider, type SiderGroup } from './sider.tsx';
import { SkipLink } from './skip-link.tsx';

/** The parts of a page behind the login; base type 14 px. */
export type AreaFrameProps = {
  pageType: PageType;
  header: ReactNode;
  /** The accessible name of the sider. */
  areaName: string;
  groups: readonly SiderGroup[];
  breadcrumb?: ReactNode;
  /** The page's title, for a page that shows no `PageHead`. */
  title?: string | undefined;
  /** Content at the end of the title's row. */
  actions?: ReactNode;
  /** H5: tabs at the bottom. */
  tabs?: ReactNode;
  children: ReactNode;
};

/** PC: header, 208 px sider, breadcrumb, content to 1,440 px. H5: content in one column above the tabs. */
export function AreaFrame({
  pageType,
  header,
  areaName,
  groups,
  breadcrumb,
  title,
  actions,
  tabs,
  children,
}: AreaFrameProps): JSX.Element {
  const h5 = pageType === 'H5';
  return (
    <div className={classNames(css.frame, h5 && css.h5, Boolean(tabs) && css.tabbed)}>
      <SkipLink />
      {header}
      <div className={css.shell}>
        {h5 ? null : <Sider className={css.sider} areaName={areaName} groups={groups} />}
        <main id="main" tabIndex={-1} className={css.main}>
          {h5 || !breadcrumb ? null : <div className={css.crumbs}>{breadcrumb}</div>}
          {title === undefined ? null : <PageHead pageType={pageType} title={title} actions={actions} />}
          {children}
        </main>
      </div>
      {tabs}
    </div>
  );
}
