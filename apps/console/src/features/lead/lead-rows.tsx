import { leadSourceNames, leadStatusNames } from '@ronghui/domain/lead';
import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { ageText } from '#kernel/age-text.ts';
import type { Lead } from './lead-queries.ts';
import { statusTones } from './lead-words.ts';

/** A lead's status, in words and colour. */
export const LeadTag = ({ status }: Pick<Lead, 'status'>): JSX.Element => (
  <Tag tone={statusTones[status]}>{leadStatusNames[status]}</Tag>
);

/** The day of a reminder, marked once it has come. */
export const Reminder = ({ remindOn, isDue }: Pick<Lead, 'remindOn' | 'isDue'>): JSX.Element => {
  if (remindOn === undefined) return <>—</>;
  return isDue ? <Tag tone="warn">{remindOn} 到期</Tag> : <>{remindOn}</>;
};

const age = ({ status, createdAt }: Lead): string =>
  status === 'new' ? ageText(serverNow() - Date.parse(createdAt)) : '—';

/** The table's columns. */
export const leadColumns: ListColumns<Lead> = {
  ticketNo: { title: '工单号', cell: ({ ticketNo }) => ticketNo, share: 1.85, oneLine: true, fixed: true },
  source: { title: '来源', cell: ({ source }) => leadSourceNames[source], share: 0.7 },
  company: { title: '公司', cell: ({ company }) => company ?? '—', share: 1.3 },
  name: { title: '联系人', cell: ({ name, mobileMasked }) => `${name} ${mobileMasked}`, share: 1.25 },
  productName: { title: '产品', cell: ({ productName }) => productName ?? '—', share: 1.1 },
  status: { title: '状态', cell: (lead) => <LeadTag {...lead} />, share: 0.85, fixed: true },
  ownerName: { title: '负责人', cell: ({ ownerName }) => ownerName ?? '—', share: 0.8 },
  remindOn: { title: '提醒', cell: (lead) => <Reminder {...lead} />, share: 1.35, oneLine: true },
  waited: { title: '等候', cell: age, share: 1 },
  createdAt: { title: '提交时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.5 },
  mobileMasked: 'elsewhere',
  isDue: 'elsewhere',
  isMine: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const LeadCard = ({ lead }: { lead: Lead }): JSX.Element => (
  <RowCard
    title={lead.company ?? lead.name}
    tag={<LeadTag {...lead} />}
    facts={[
      { label: '来源', value: leadSourceNames[lead.source] },
      { label: '联系人', value: `${lead.name} ${lead.mobileMasked}` },
      { label: '负责人', value: lead.ownerName ?? '—' },
    ]}
    note={age(lead)}
  />
);
