import { Button, EmptyState, PageHead } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

/** A page whose keys the member does not hold. @source R6.2 */
export const NoPermissionPage = ({ title }: { title: string }): JSX.Element => (
  <>
    <PageHead pageType="PC" title={title} />
    <EmptyState
      title="您没有访问该页面的权限"
      text="需要这一页时，请联系管理员为您增加角色。"
      action={
        <Button variant="primary" href={href(paths.home())}>
          返回首页
        </Button>
      }
    />
  </>
);
