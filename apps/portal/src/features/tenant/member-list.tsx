import { roleNames } from '@ronghui/domain/member';
import { DateTime, type ListColumns, ListSection, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import { MemberActions } from './member-actions.tsx';
import css from './members.module.css';
import { type Member, useMemberList } from './tenant-queries.ts';

const tones: Readonly<Record<Member['role'], Tone>> = { owner: 'warn', finance: 'info', viewer: 'neutral' };

const RoleTag = ({ role }: Pick<Member, 'role'>): JSX.Element => <Tag tone={tones[role]}>{roleNames[role]}</Tag>;

const nameOf = ({ name, mobileMasked, isSelf }: Member): string => `${name || mobileMasked}${isSelf ? '（我）' : ''}`;

const columns: ListColumns<Member> = {
  memberId: 'notShown',
  name: { title: '成员', cell: nameOf, fixed: true },
  isSelf: 'elsewhere',
  mobileMasked: { title: '手机号', cell: ({ mobileMasked }) => mobileMasked },
  role: { title: '角色', cell: ({ role }) => <RoleTag role={role} />, share: 0.7 },
  joinedAt: { title: '加入时间', cell: ({ joinedAt }) => <DateTime value={joinedAt} /> },
  actions: { title: '操作', cell: (member) => <MemberActions member={member} />, share: 1.2, fixed: true },
};

const keyOf = ({ memberId }: Member): string => memberId;

const card = (member: Member): JSX.Element => (
  <>
    <RowCard
      title={nameOf(member)}
      tag={<RoleTag role={member.role} />}
      facts={[
        { label: '手机号', value: member.mobileMasked },
        { label: '加入时间', value: <DateTime value={member.joinedAt} /> },
      ]}
    />
    <div className={css.cardActions}>
      <MemberActions member={member} />
    </div>
  </>
);

/** The members: a table on PC, cards on H5. */
export const MemberList = (): JSX.Element => (
  <ListSection
    list={useMemberList()}
    name="members"
    label="成员"
    unit="位成员"
    keyOf={keyOf}
    columns={columns}
    card={card}
    empty={{ title: '还没有其他成员' }}
  />
);
