import { Card, classNames, DateTime, EmptyState, VisuallyHidden } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { noticeHref, readNotices } from '#features/notice/notice.shared.ts';
import { pagePath } from '#kernel/paths.ts';
import type { Summary } from './home-queries.ts';
import css from './recent.module.css';

type Notices = Summary['notices'];
type Notice = Notices['latest'][number];

/** The newest notices, and how many are unread; one that is followed is read. @source R10.1, R10.11 */
export const RecentNotices = ({ notices }: { notices: Notices }): JSX.Element => {
  const { unread, reach, latest } = notices;
  const more = unread === 0 ? '全部通知' : `未读通知 ${unread >= reach ? `${reach - 1}+` : unread}`;
  return (
    <Card title="通知" actions={<a href={href(pagePath('notice'))}>{more}</a>}>
      {latest.length === 0 ? (
        <EmptyState title="还没有通知" text="审核、付款与到期的消息会出现在这里。" />
      ) : (
        <ul className={css.list} aria-label="最近的通知">
          {latest.map((notice) => (
            <li key={notice.noticeId}>
              <NoticeLine notice={notice} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const NoticeLine = ({ notice }: { notice: Notice }): JSX.Element => {
  const { noticeId, title, text, createdAt, readAt } = notice;
  const target = noticeHref(notice);
  const look = classNames(css.notice, readAt === null && css.unread);
  const words = (
    <>
      <span className={css.title}>
        {readAt === null ? <VisuallyHidden>未读：</VisuallyHidden> : null}
        {title}
      </span>
      <span className={css.text}>{text}</span>
      <span className={css.note}>
        <DateTime value={createdAt} />
      </span>
    </>
  );
  if (target === undefined) return <div className={look}>{words}</div>;
  // The link navigates by itself; what cannot be marked now is marked on the notices' page.
  const follow = () => {
    if (readAt === null) void readNotices([noticeId]).catch(() => undefined);
  };
  return (
    <a className={look} href={target} onClick={follow}>
      {words}
    </a>
  );
};
