import { noticeKindNames } from '@ronghui/domain/notice';
import { Button, classNames, DateTime, type ListColumns, Tag, VisuallyHidden } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './notice-item.module.css';
import { noticeHref } from './notice-links.ts';
import { type Notice, readNotices } from './notice-queries.ts';

/** The card shows them. */
export const noticeColumns: ListColumns<Notice> = {
  noticeId: 'notShown',
  kind: 'elsewhere',
  title: 'elsewhere',
  text: 'elsewhere',
  place: 'elsewhere',
  placeId: 'elsewhere',
  createdAt: 'elsewhere',
  readAt: 'elsewhere',
};

/** One notice: its text, time, read mark, and a link to its subject. */
export const NoticeItem = ({ notice }: { notice: Notice }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const { noticeId, kind, title, text, createdAt, readAt } = notice;
  const target = noticeHref(notice);
  const mark = async (): Promise<void> => {
    setBusy(true);
    try {
      await readNotices([noticeId]);
    } catch (error) {
      showError('notice.read', error);
    } finally {
      setBusy(false);
    }
  };
  // The link navigates by itself; this only marks the notice as read.
  const follow = () => {
    if (readAt === null) void mark();
  };
  return (
    <article className={classNames(css.item, readAt === null && css.unread)}>
      <div className={css.head}>
        <h2 className={css.title}>
          {readAt === null ? <VisuallyHidden>未读：</VisuallyHidden> : null}
          {target === undefined ? (
            title
          ) : (
            <a href={target} onClick={follow}>
              {title}
            </a>
          )}
        </h2>
        <Tag tone={kind === 'security' ? 'warn' : 'neutral'}>{noticeKindNames[kind]}</Tag>
      </div>
      <p className={css.text}>{text}</p>
      <div className={css.foot}>
        <DateTime value={createdAt} />
        {readAt === null ? (
          <Button size="small" variant="ghost" loading={busy} onClick={() => void mark()}>
            标为已读
          </Button>
        ) : null}
      </div>
    </article>
  );
};
