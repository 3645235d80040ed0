import { BellIcon } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { unreadStore } from '#features/notice/unread.ts';
import { pagePath } from '#kernel/paths.ts';
import { useRouteTable } from '../route-table.ts';
import css from './notice-bell.module.css';

/** Links to the notices and shows how many are unread; absent while that page does not exist. @source R10.11 */
export const NoticeBell = (): JSX.Element | null => {
  const unread = unreadStore.use();
  const { routes } = useRouteTable();
  if (routes.notice.load === undefined) return null;
  const label = unread > 0 ? `通知，${unread} 条未读` : '通知';
  return (
    <a className={css.bell} href={href(pagePath('notice'))} aria-label={label} title="通知">
      <BellIcon />
      {unread > 0 ? <span className={css.count}>{unread > 99 ? '99+' : unread}</span> : null}
    </a>
  );
};
