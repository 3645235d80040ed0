import { Button, Menu } from '@ronghui/ui';
import type { JSX } from 'react';
import { useHashLocation } from '#kernel/hash-location.ts';
import { href, paths } from '#kernel/paths.ts';
import { backTo } from '#kernel/session.ts';
import { useUser } from '#kernel/start-up.ts';
import { signOut } from './sign-out.ts';
import css from './user-menu.module.css';

/** 登录 and 免费注册 for a visitor; the user's menu for one who is signed in. */
export const UserMenu = (): JSX.Element => {
  const user = useUser();
  const back = backTo(useHashLocation());
  if (user === null) {
    return (
      <div className={css.row}>
        <Button size="small" href={href(paths.login(back))}>
          登录
        </Button>
        <Button size="small" variant="primary" href={href(paths.register(back))}>
          免费注册
        </Button>
      </div>
    );
  }
  const tenant = user.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name;
  return (
    <Menu
      label={<span className={css.name}>{user.name || user.mobileMasked}</span>}
      heading={
        <>
          <b>{tenant || user.name || '我的账号'}</b>
          <br />
          <span className={css.mobile}>{user.mobileMasked}</span>
        </>
      }
      items={[
        { label: '商户中心', href: href(paths.merchantHome()) },
        { label: '修改密码', href: href(paths.changePassword()) },
        { label: '退出登录', onSelect: () => void signOut() },
      ]}
    />
  );
};
