import { type DeskQueue, deskQueues } from '@ronghui/domain/desk';
import { DateTime } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { ageText } from '#kernel/age-text.ts';
import css from './desk.module.css';
import { places } from './desk-places.ts';
import type { Queue } from './desk-queries.ts';

const countText = ({ count, hasMore }: Pick<Queue, 'count' | 'hasMore'>): string =>
  `${count.toLocaleString('en-US')}${hasMore ? '+' : ''}`;

/** Who has how many; where one works on single items, also how many nobody has, as far as all are counted. */
const ownersText = ({ mine, owners, count, hasMore }: Queue, isTaken: boolean): string => {
  const free = isTaken && !hasMore ? owners.reduce((rest, owner) => rest - owner.count, count - mine) : 0;
  return [
    ...(mine > 0 ? [`我 ${mine}`] : []),
    ...owners.map((owner) => `${owner.name} ${owner.count}`),
    ...(free > 0 ? [`无人 ${free}`] : []),
  ].join('、');
};

const Deadline = ({ dueAt, overdue, hasMore }: Queue): JSX.Element | null => {
  if (dueAt === undefined) return null;
  return overdue > 0 ? (
    <span className={css.late}>
      {overdue.toLocaleString('en-US')}
      {`${hasMore ? '+' : ''}\u00a0项已过期，最早 `}
      <DateTime value={dueAt} />
    </span>
  ) : (
    <DateTime value={dueAt} />
  );
};

/** What waits: how much, since when, until when, and who has taken it. Every figure leads to its list. @source R11.2 */
export const QueueTable = ({ queues }: { queues: readonly Queue[] }): JSX.Element => {
  const byName = new Map<DeskQueue, Queue>(queues.map((queue) => [queue.queue, queue]));
  const rows = deskQueues.flatMap((name) => {
    const [queue, place] = [byName.get(name), places[name]];
    return queue === undefined || place === undefined ? [] : [{ queue, place }];
  });
  return (
    <div className={css.wide} role="region" aria-label="等待办理" tabIndex={0}>
      <table className={css.queues}>
        <caption>等待办理，点开即是按先后排好的列表</caption>
        <thead>
          <tr>
            <th scope="col">事项</th>
            <th scope="col" className={css.count}>
              等待
            </th>
            <th scope="col">最早</th>
            <th scope="col">期限</th>
            <th scope="col">办理人</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ queue, place: { title, path, isTaken = false } }) => (
            <tr key={queue.queue}>
              <th scope="row">
                <a href={href(path())}>{title}</a>
              </th>
              <td className={queue.count === 0 ? `${css.count} ${css.none}` : css.count}>
                <a href={href(path())} aria-label={`${title} ${countText(queue)}`}>
                  {countText(queue)}
                </a>
              </td>
              <td>
                {queue.oldestAt === undefined || queue.count === 0
                  ? '—'
                  : `已等待 ${ageText(serverNow() - Date.parse(queue.oldestAt))}`}
              </td>
              <td>{queue.dueAt === undefined ? '—' : <Deadline {...queue} />}</td>
              <td className={css.names}>{ownersText(queue, isTaken) || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
