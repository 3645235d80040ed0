import { Button } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useEffect } from 'react';
import { signOut } from '#features/account/sign-out.ts';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import css from './plain-page.module.css';

/** The page of a route without a component: logs that to the console and shows a page with the way home. @source R2.5 */
export const MissingPage = ({ params }: PageProps): JSX.Element => {
  const user = useUser();
  const { name, title } = params;
  useEffect(() => {
    console.error(`route without a component: ${name}`);
  }, [name]);
  return (
    <div className={css.page}>
      <section className={css.card}>
        <h1 className={css.title}>{title}</h1>
        <p>
          {user === null ? null : `${user.name || user.mobileMasked}，您好。`}这一页暂未开通，您的账号和资料不受影响。
        </p>
        <div className={css.row}>
          <Button variant="primary" href={href(paths.home())}>
            返回首页
          </Button>
          <Button href={href(paths.products())}>浏览产品</Button>
          {user === null ? null : (
            <>
              <Button href={href(paths.changePassword())}>修改密码</Button>
              <Button onClick={() => void signOut()}>退出登录</Button>
            </>
          )}
        </div>
      </section>
    </div>
  );
};
