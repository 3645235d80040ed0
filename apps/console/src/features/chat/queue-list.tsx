import { usualPromisedSec } from '@ronghui/domain/chat/hours';
import { Tag } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './chat.module.css';
import type { Reception } from './queue-queries.ts';

interface QueueListProps {
  readonly items: readonly Reception[];
  readonly current: string | undefined;
  /** Within which a customer is taken; the usual time where it is not known. @unit seconds */
  readonly promisedSec?: number | undefined;
}

const groups: readonly { readonly title: string; readonly none: string; readonly has: (row: Reception) => boolean }[] =
  [
    { title: '排队', none: '现在没有人排队', has: ({ state }) => state !== 'serving' },
    { title: '我的', none: '您没有进行中的接待', has: ({ state, own }) => state === 'serving' && own !== null },
    { title: '同事接待中', none: '同事没有进行中的接待', has: ({ state, own }) => state === 'serving' && own === null },
  ];

/** What waits, longest first, what is one's own, and what colleagues serve. @source service 5.1 */
export const QueueList = ({ items, current, promisedSec = usualPromisedSec }: QueueListProps): JSX.Element => (
  <>
    {groups.map(({ title, none, has }) => {
      const rows = items.filter(has);
      return (
        <section key={title} aria-label={title}>
          <h2 className={css.group}>
            {title} {rows.length}
          </h2>
          {rows.length === 0 && <p className={css.none}>{none}</p>}
          <ul>
            {rows.map((row) => (
              <li key={row.receptionId}>
                <QueueRow row={row} isCurrent={row.conversationId === current} promisedSec={promisedSec} />
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </>
);

interface QueueRowProps {
  readonly row: Reception;
  readonly isCurrent: boolean;
  readonly promisedSec: number;
}

const QueueRow = ({ row, isCurrent, promisedSec }: QueueRowProps): JSX.Element => (
  <a
    className={css.row}
    href={href(paths.chat({ open: row.conversationId }))}
    aria-current={isCurrent ? 'true' : undefined}
  >
    <span className={css.line}>
      <b className={css.name}>{nameOf(row)}</b>
      <Wait row={row} promisedSec={promisedSec} />
    </span>
    <span className={css.words}>{row.lastWords || '（消息已撤回）'}</span>
    {row.unread > 0 && <Tag tone="bad">{`${row.unread}\u00a0条未读`}</Tag>}
  </a>
);

export const nameOf = ({ tenantName }: Pick<Reception, 'tenantName'>): string => tenantName ?? '访客';

/** The part of the promised time after which a wait is near its end. @source service 5.3 */
const nearPart = 0.75;

/** How long somebody waits: the colour never stands alone. */
const Wait = ({
  row: { state, since, agent, own },
  promisedSec,
}: Pick<QueueRowProps, 'row' | 'promisedSec'>): JSX.Element => {
  if (state === 'serving')
    return <span className={css.agent}>{own === 'joined' ? `${agent ?? ''} · 已加入` : agent}</span>;
  if (state === 'left') return <Tag tone="info">留言</Tag>;
  const seconds = Math.max(0, Math.round((serverNow() - Date.parse(since)) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (seconds >= promisedSec) return <Tag tone="bad">{`超时 ${time}`}</Tag>;
  return <Tag tone={seconds >= promisedSec * nearPart ? 'warn' : 'neutral'}>{`等 ${time}`}</Tag>;
};
