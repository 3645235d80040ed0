import type { JSX, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import css from './page-head.module.css';
import type { PageType } from './page-type.ts';

/** The head of a page behind the login. */
export type PageHeadProps = {
  pageType: PageType;
  title: string;
  /** One sentence under the title. */
  sub?: ReactNode;
  /** At the end of the title's row; on H5 a row of its own. */
  actions?: ReactNode;
};

/** The page's title with its actions; on H5 the header shows the title, and this one is for screen readers. */
export function PageHead({ pageType, title, sub, actions }: PageHeadProps): JSX.Element {
  return (
    <div className={classNames(css.head, pageType === 'H5' && css.h5, Boolean(sub || actions) && css.filled)}>
      <div>
        <h1 className={css.title}>{title}</h1>
        {sub ? <p className={css.sub}>{sub}</p> : null}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  );
}
