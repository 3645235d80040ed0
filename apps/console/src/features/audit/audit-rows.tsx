import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Event } from './audit-queries.ts';
import { actorText, resultText } from './audit-words.ts';

/** How it ended, in words and colour. */
export const ResultTag = (event: Pick<Event, 'result'>): JSX.Element => (
  <Tag tone={event.result === 'ok' ? 'ok' : 'bad'}>{resultText(event)}</Tag>
);

/** The table's columns. */
export const eventColumns: ListColumns<Event> = {
  eventId: { title: '编号', cell: ({ eventId }) => eventId, share: 0.85, oneLine: true, fixed: true },
  at: { title: '时间', cell: ({ at }) => <DateTime value={at} />, share: 1.55 },
  title: { title: '操作', cell: ({ title }) => title, share: 1.6, fixed: true },
  result: { title: '结果', cell: (event) => <ResultTag {...event} />, share: 1.05 },
  actor: { title: '操作人', cell: actorText, share: 1.2 },
  tenantName: {
    title: '商户',
    cell: ({ tenantName, tenantId }) => tenantName || (tenantId === undefined ? '—' : '未命名的商户'),
    share: 1.2,
  },
  object: { title: '对象', cell: ({ object }) => object ?? '—', share: 1.9 },
  address: { title: '网络地址', cell: ({ address }) => address || '—', optional: true },
  event: { title: '事件', cell: ({ event }) => event, optional: true },
  actorKind: 'elsewhere',
  actorId: 'elsewhere',
  tenantId: 'elsewhere',
};

/** The card of a narrow screen. */
export const EventCard = ({ event }: { event: Event }): JSX.Element => (
  <RowCard
    title={event.title}
    tag={<ResultTag {...event} />}
    facts={[
      { label: '操作人', value: actorText(event) },
      { label: '商户', value: event.tenantName },
      { label: '对象', value: event.object ?? '' },
    ]}
    note={<DateTime value={event.at} />}
  />
);
