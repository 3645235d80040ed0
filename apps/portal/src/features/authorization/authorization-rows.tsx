import { DateTime, type ListColumns, RowCard } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Authorization } from './authorization-queries.ts';
import { AuthorizationTag } from './authorization-tag.tsx';

const validTo = ({ validTo: until }: Authorization): JSX.Element =>
  until === null ? <>撤回为止</> : <DateTime value={until} precision="date" />;

/** The table's columns. */
export const authorizationColumns: ListColumns<Authorization> = {
  recordId: 'notShown',
  title: { title: '授权事项', cell: ({ title }) => `《${title}》`, share: 1.8, fixed: true },
  purpose: { title: '用途', cell: ({ purpose }) => purpose, share: 1.5, optional: true },
  orgId: 'notShown',
  orgName: { title: '机构', cell: ({ orgName }) => orgName ?? '—' },
  productName: { title: '产品', cell: ({ productName }) => productName ?? '—' },
  agreementId: 'notShown',
  version: 'notShown',
  sha256: 'notShown',
  grantedBy: { title: '授权人', cell: ({ grantedBy }) => grantedBy, share: 0.7 },
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
    title={`《${record.title}》`}
    tag={<AuthorizationTag status={record.status} />}
    facts={[
      { label: '用途', value: record.purpose },
      ...(record.orgName === undefined ? [] : [{ label: '机构', value: record.orgName }]),
      ...(record.productName === undefined ? [] : [{ label: '产品', value: record.productName }]),
      { label: '有效期至', value: validTo(record) },
    ]}
    note={<DateTime value={record.grantedAt} />}
  />
);
