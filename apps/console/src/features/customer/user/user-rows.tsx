import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { accountStatusNames, accountStatusTones } from '../customer-words.ts';
import type { Account } from './user-queries.ts';

/** An account's state, in words and colour. */
export const AccountTag = ({ status }: Pick<Account, 'status'>): JSX.Element => (
  <Tag tone={accountStatusTones[status]}>{accountStatusNames[status]}</Tag>
);

const tenantText = ({ tenantName, tenantCount }: Account): string => {
  if (tenantCount === 0) return '—';
  const name = tenantName || '未命名商户';
  return tenantCount === 1 ? name : `${name} 等 ${tenantCount}\u00a0家`;
};

/** The table's columns. */
export const userColumns: ListColumns<Account> = {
  userId: 'notShown',
  mobileMasked: { title: '手机号', cell: ({ mobileMasked }) => mobileMasked, share: 1.3, oneLine: true, fixed: true },
  name: { title: '姓名', cell: ({ name }) => name || '—', share: 0.9 },
  tenantName: { title: '所属商户', cell: tenantText, share: 2.3 },
  status: { title: '状态', cell: (account) => <AccountTag {...account} />, share: 0.8, fixed: true },
  lastLoginAt: { title: '最近登录', cell: ({ lastLoginAt }) => <DateTime value={lastLoginAt} />, share: 1.5 },
  createdAt: { title: '注册时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.5 },
  tenantCount: 'elsewhere',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const UserCard = ({ account }: { account: Account }): JSX.Element => (
  <RowCard
    title={account.mobileMasked}
    tag={<AccountTag {...account} />}
    facts={[
      { label: '姓名', value: account.name || '—' },
      { label: '所属商户', value: tenantText(account) },
    ]}
  />
);
