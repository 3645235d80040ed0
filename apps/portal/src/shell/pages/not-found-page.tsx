import { NotFound } from '@ronghui/ui';
import type { JSX } from 'react';
import { useNotFound } from '#kernel/not-found.ts';
import css from './plain-page.module.css';

/** An unknown route, with the way home. @source R2.4 */
export const NotFoundPage = (): JSX.Element => {
  const ways = useNotFound();
  return (
    <div className={css.page}>
      <NotFound {...ways} />
    </div>
  );
};
