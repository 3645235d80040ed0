import { Button, EmptyState, PageHead } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

/** An unknown route, with the way home. @source R2.4 */
export const NotFoundPage = (): JSX.Element => (
  <>
    <PageHead pageType="PC" title="页面不存在" />
    <EmptyState
      kind="search"
      title="没有这一页"
      text="地址可能写错了，或这一页已经移走。"
      action={
        <Button variant="primary" href={href(paths.home())}>
          返回首页
        </Button>
      }
    />
  </>
);
