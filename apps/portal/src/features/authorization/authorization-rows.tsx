import { DateTime, type ListColumns, RowCard } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Authorization } from './authorization-queries.ts';
import { AuthorizationTag } from './authorization-tag.tsx';

const validTo = ({ validTo: until }: Authorization): JSX.Element =>
  until === null ? <>撤回为止</> : <DateTime value={until} precision="date" />;

/** What the consent was given for: a product, or else the platform itself. */
const subjectOf = ({ productName }: Authorization): string => productName ?? '本平台';

/** The table's columns. */
export const authorizationColumns: ListColumns<Authorization> = {
  recordId: 'notShown',
  productName: { title: '产品', cell: subjectOf, share: 1.1, fixed: true },
  orderNo: { title: '订单', cell: ({ orderNo }) => orderNo ?? '—', share: 1.5 },
  title: { title: '授权事项', cell: ({ title }) => `《${title}》`, share: 1.7 },
  purpose: { title: '用途', cell: ({ purpose }) => purpose, share: 1.5, optional: true },
  orgId: 'notShown',
  orgName: { title: '机构', cell: ({ orgName }) => orgName ?? '—' },
  agreementId: 'notShown',
  version: 'notShown',
  sha256: 'notShown',
  grantedBy: { title: '授权人', cell: ({ grantedBy }) => grantedBy, share: 0.9 },
  grantedAt: { title: '授权时间', cell: ({ grantedAt }) => <DateTime value={grantedAt} />, share: 1.1 },
  address: 'notShown',
  validTo: { title: '有效期至', cell: validTo, share: 0.8 },
  endedAt: 'notShown',
  ending: 'notShown',
  status: { title: '状态', cell: ({ status }) => <AuthorizationTag status={status} />, share: 0.7, fixed: true },
};

/** The H5 card. */
export const AuthorizationCard = ({ record }: { record: Authorization }): JSX.Element => (
  <RowCard
    title={subjectOf(record)}
    tag={<AuthorizationTag status={record.status} />}
    facts={[
      ...(record.orderNo === undefined ? [] : [{ label: '订单', value: record.orderNo }]),
      { label: '授权事项', value: `《${record.title}》` },
      { label: '用途', value: record.purpose },
      ...(record.orgName === undefined ? [] : [{ label: '机构', value: record.orgName }]),
      { label: '有效期至', value: validTo(record) },
    ]}
    note={<DateTime value={record.grantedAt} />}
  />
);
