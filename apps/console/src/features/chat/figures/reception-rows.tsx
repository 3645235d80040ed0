import { receptionStateNames } from '@ronghui/domain/chat/reception-kind';
import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Reception } from './figures-queries.ts';
import { secondsText } from './figures-words.ts';

const tones = { robot: 'neutral', waiting: 'warn', serving: 'info', ended: 'neutral', left: 'warn' } as const;

const ReceptionTag = ({ state }: Pick<Reception, 'state'>): JSX.Element => (
  <Tag tone={tones[state]}>{receptionStateNames[state]}</Tag>
);

const starsOf = ({ stars }: Reception): string => (stars === undefined ? '—' : `${stars}\u00a0星`);
const firstOf = ({ firstAnswerSec }: Reception): string =>
  firstAnswerSec === undefined ? '—' : secondsText(firstAnswerSec);

/** The table's columns. */
export const receptionColumns: ListColumns<Reception> = {
  openedAt: { title: '开始', cell: ({ openedAt }) => <DateTime value={openedAt} />, share: 1.5, fixed: true },
  tenantName: { title: '客户', cell: ({ tenantName }) => tenantName ?? '访客', share: 1.6, fixed: true },
  state: { title: '状态', cell: (row) => <ReceptionTag {...row} />, share: 0.8 },
  agent: { title: '客服', cell: ({ agent }) => agent ?? '—', share: 0.9 },
  category: { title: '类别', cell: ({ category }) => category ?? '—', share: 0.7 },
  summary: { title: '小结', cell: ({ summary }) => summary ?? '—', share: 2 },
  firstAnswerSec: { title: '首次回复', cell: firstOf, align: 'right', share: 1 },
  stars: { title: '评价', cell: starsOf, align: 'right', share: 0.7 },
  ratingWords: { title: '评语', cell: ({ ratingWords }) => ratingWords ?? '—', share: 1.5, optional: true },
  endedAt: {
    title: '结束',
    cell: ({ endedAt }) => (endedAt === undefined ? '—' : <DateTime value={endedAt} />),
    share: 1.5,
    optional: true,
  },
  receptionId: 'notShown',
  conversationId: 'notShown',
};

/** The card of a narrow screen. */
export const ReceptionCard = ({ reception }: { readonly reception: Reception }): JSX.Element => (
  <RowCard
    title={reception.tenantName ?? '访客'}
    tag={<ReceptionTag state={reception.state} />}
    facts={[
      { label: '客服', value: reception.agent ?? '—' },
      { label: '类别', value: reception.category ?? '—' },
      { label: '首次回复', value: firstOf(reception) },
      { label: '评价', value: starsOf(reception) },
    ]}
    note={<DateTime value={reception.openedAt} />}
  />
);
