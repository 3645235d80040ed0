import { BellIcon, ChatIcon } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { messagesStore, unreadStore } from '#features/notice/unread.ts';
import { pagePath } from '#kernel/paths.ts';
import css from './header-counts.module.css';

interface Counted {
  readonly icon: JSX.Element;
  readonly to: string;
  readonly title: string;
  readonly unread: number;
}

const CountedLink = ({ icon, to, title, unread }: Counted): JSX.Element => (
  <a className={css.link} href={to} aria-label={unread > 0 ? `${title}，${unread} 条未读` : title} title={title}>
    {icon}
    {unread > 0 ? <span className={css.count}>{unread > 99 ? '99+' : unread}</span> : null}
  </a>
);

/** Lead to customer service and to the notices, and show how many messages of each are unread. @source R10.11, service 1.5, service 3.1 */
export const HeaderCounts = (): JSX.Element => (
  <>
    <CountedLink icon={<ChatIcon />} to={href(pagePath('chat'))} title="在线客服" unread={messagesStore.use()} />
    <CountedLink icon={<BellIcon />} to={href(pagePath('notice'))} title="通知" unread={unreadStore.use()} />
  </>
);
