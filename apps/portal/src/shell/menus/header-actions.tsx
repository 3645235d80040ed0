import { Button } from '@ronghui/ui';
import { followInPlace, href, useHashLocation } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { backTo } from '#kernel/session.ts';
import { useUser } from '#kernel/start-up.ts';
import { OptionalPart } from '../frames/optional-part.tsx';
import css from './header-actions.module.css';

const loadUserMenu = () => import('./user-menu.tsx');

/** 登录 and 免费注册 for a visitor, which replace a page of the account `inPlace`; the user's menu for a signed-in user. */
export const HeaderActions = ({ inPlace }: { inPlace: boolean }): JSX.Element => {
  const user = useUser();
  const back = backTo(useHashLocation());
  if (user !== null) {
    return (
      <OptionalPart load={loadUserMenu} waiting={<span className={css.name}>{user.name || user.mobileMasked}</span>} />
    );
  }
  const onClick = inPlace ? followInPlace : undefined;
  return (
    <div className={css.row}>
      <Button size="small" href={href(paths.login(back))} onClick={onClick}>
        登录
      </Button>
      <Button size="small" variant="primary" href={href(paths.register(back))} onClick={onClick}>
        免费注册
      </Button>
    </div>
  );
};
