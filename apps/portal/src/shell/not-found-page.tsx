import { Button, EmptyState } from '@ronghui/ui';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { href, paths } from '#kernel/paths.ts';
import css from './plain-page.module.css';

/** An unknown route, with the way home. @source R2.4 */
export const NotFoundPage = (): JSX.Element => {
  usePageTitle('页面不存在');
  return (
    <div className={css.page}>
      <h1 className={css.hidden}>页面不存在</h1>
      <EmptyState
        kind="search"
        title="没有找到这个页面"
        text="地址可能写错了，或者页面已经移走。"
        action={
          <>
            <Button variant="primary" href={href(paths.home())}>
              返回首页
            </Button>
            <Button href={href(paths.products())}>看看产品</Button>
          </>
        }
      />
    </div>
  );
};
