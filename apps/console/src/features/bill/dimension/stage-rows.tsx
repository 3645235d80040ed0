import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Stage } from './dimension-queries.ts';

/** The statuses in words. */
export const stageStatusNames: Readonly<Record<Stage['status'], string>> = { open: '未出账', issued: '已出账' };

/** A stage's status, in words and colour. */
export const StageTag = ({ status }: Pick<Stage, 'status'>): JSX.Element => (
  <Tag tone={status === 'open' ? 'info' : 'ok'}>{stageStatusNames[status]}</Tag>
);

/** How long merchants have to confirm, and to pay. */
export const spansText = ({ confirmDays, payDays }: Pick<Stage, 'confirmDays' | 'payDays'>): string =>
  `${confirmDays}\u00a0个工作日确认，${payDays}\u00a0天付款`;

/** The table's columns. */
export const stageColumns: ListColumns<Stage> = {
  stageId: 'notShown',
  name: { title: '账期', cell: ({ name }) => name, share: 0.9, fixed: true },
  opensOn: { title: '开始日', cell: ({ opensOn }) => opensOn, share: 1.1, oneLine: true },
  issuesOn: { title: '出账日', cell: ({ issuesOn }) => issuesOn, share: 1.1, oneLine: true },
  confirmDays: { title: '确认与付款期限', cell: spansText, share: 1.9 },
  payDays: 'elsewhere',
  status: { title: '状态', cell: (stage) => <StageTag {...stage} />, share: 0.85, fixed: true },
  takenBy: { title: '办理人', cell: ({ takenBy }) => takenBy ?? '—', share: 0.8 },
  issuedAt: { title: '实际出账', cell: ({ issuedAt }) => <DateTime value={issuedAt} precision="date" />, share: 1.1 },
  draftsSince: {
    title: '草稿生成于',
    cell: ({ draftsSince }) => <DateTime value={draftsSince} precision="date" />,
    share: 1.1,
    optional: true,
  },
  version: 'notShown',
  last: 'elsewhere',
};

/** The card of a narrow screen. */
export const StageCard = ({ stage }: { stage: Stage }): JSX.Element => (
  <RowCard
    title={stage.name}
    tag={<StageTag {...stage} />}
    facts={[
      { label: '起止', value: `${stage.opensOn} 至 ${stage.issuesOn}` },
      { label: '期限', value: spansText(stage) },
      { label: '办理人', value: stage.takenBy ?? '' },
    ]}
  />
);
