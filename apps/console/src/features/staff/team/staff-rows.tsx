import { DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import { staffNames } from '../staff-words.ts';
import type { Member } from './team-queries.ts';

/** The statuses in words. */
export const statusNames: Readonly<Record<Member['status'], string>> = {
  active: '正常',
  locked: '已锁定',
  closed: '已注销',
};
const tones: Readonly<Record<Member['status'], Tone>> = { active: 'ok', locked: 'bad', closed: 'neutral' };

/** An account's status, in words and colour. */
export const StaffTag = ({ status }: Pick<Member, 'status'>): JSX.Element => (
  <Tag tone={tones[status]}>{statusNames[status]}</Tag>
);

/** The table's columns. */
export const staffColumns: ListColumns<Member> = {
  staffId: 'notShown',
  account: { title: '账号', cell: ({ account }) => account, share: 1.3, fixed: true },
  name: { title: '姓名', cell: ({ name }) => name || '—' },
  roles: { title: '角色', cell: ({ roles }) => staffNames(roles), share: 1.5 },
  status: { title: '状态', cell: (member) => <StaffTag {...member} />, share: 0.8, fixed: true },
  mustChangePwd: { title: '密码', cell: ({ mustChangePwd }) => (mustChangePwd ? '待本人设置' : '已设置'), share: 1 },
  totpOn: { title: '动态口令', cell: ({ totpOn }) => (totpOn ? '已绑定' : '未绑定'), share: 0.85 },
  lastLoginAt: { title: '最近登录', cell: ({ lastLoginAt }) => <DateTime value={lastLoginAt} />, share: 1.6 },
  createdAt: { title: '建立时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.6, optional: true },
  version: 'notShown',
};

/** The card of a narrow screen. */
export const StaffCard = ({ member }: { member: Member }): JSX.Element => (
  <RowCard
    title={member.name || member.account}
    tag={<StaffTag {...member} />}
    facts={[
      { label: '账号', value: member.account },
      { label: '角色', value: staffNames(member.roles) },
    ]}
  />
);
