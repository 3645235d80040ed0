import { Button } from '@ronghui/ui';
import { href, useHashLocation } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { backTo } from '#kernel/session.ts';
import { useUser } from '#kernel/start-up.ts';
import { OptionalPart } from '../frames/optional-part.tsx';
import css from './header-actions.module.css';

const loadUserMenu = () => import('./user-menu.tsx');

/** 登录 and 免费注册 for a visitor; the user's menu for a signed-in user. */
export const HeaderActions = (): JSX.Element => {
  const user = useUser();
  const back = backTo(useHashLocation());
  if (user !== null) {
    return (
      <OptionalPart load={loadUserMenu} waiting={<span className={css.name}>{user.name || user.mobileMasked}</span>} />
    );
  }
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
};
