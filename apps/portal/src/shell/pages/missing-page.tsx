import { Button, EmptyState, PageHead } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, useEffect } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import css from './plain-page.module.css';

/**
 * The page of a route without a component: logs that to the console, and leads back to the merchant area, or home where nobody
 * is signed in.
 *
 * @source R2.5
 */
export const MissingPage = ({ params }: PageProps): JSX.Element => {
  const user = useUser();
  const pageType = usePageType();
  const { name = '', title = '' } = params;
  useEffect(() => {
    console.error(`route without a component: ${name}`);
  }, [name]);
  return (
    <div className={user === null ? css.page : undefined}>
      <PageHead pageType={pageType} title={title} />
      <EmptyState
        title={`${title}尚未开通`}
        text="这一页目前还没有开通，您的资料不受影响。"
        action={
          user === null ? (
            <Button variant="primary" href={href(paths.home())}>
              返回首页
            </Button>
          ) : (
            <>
              <Button variant="primary" href={href(paths.merchantHome())}>
                返回商户中心
              </Button>
              <Button href={href(paths.orders())}>我的订单</Button>
            </>
          )
        }
      />
    </div>
  );
};
