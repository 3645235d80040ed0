import { Menu } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { signOut } from '#features/account/sign-out.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import css from './user-menu.module.css';

/** The menu of a signed-in user. */
export const UserMenu = (): JSX.Element | null => {
  const user = useUser();
  if (user === null) return null;
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
