import type { JSX, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { PageType } from './page-type.ts';
import css from './public-frame.module.css';
import { SkipLink } from './skip-link.tsx';

/** The parts of a public page; `tabs` (H5) stay at the bottom. */
export type PublicFrameProps = {
  pageType: PageType;
  header: ReactNode;
  footer?: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
};

/** Skip link, header, main, footer, tabs. `main` has the id `main`, so that a route change can focus it. */
export function PublicFrame({ pageType, header, footer, tabs, children }: PublicFrameProps): JSX.Element {
  return (
    <div className={classNames(css.frame, pageType === 'H5' && css.h5, Boolean(tabs) && css.tabbed)}>
      <SkipLink />
      {header}
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {footer}
      {tabs}
    </div>
  );
}
