import { type DetailFacts, Drawer, EmptyState, Facts, factsOf, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth, useUser } from '#kernel/start-up.ts';
import { SessionRows } from '../session-rows.tsx';
import css from '../staff.module.css';
import { staffNames } from '../staff-words.ts';
import { StaffActions } from './staff-actions.tsx';
import { StaffTag } from './staff-rows.tsx';
import { type MemberDetail, useMember } from './team-queries.ts';

const facts: DetailFacts<MemberDetail> = {
  staffId: 'notShown',
  account: ({ account }) => [{ label: '账号', value: account }],
  name: ({ name }) => [{ label: '姓名', value: name }],
  roles: ({ roles }) => [{ label: '角色', value: staffNames(roles) }],
  status: (member) => [{ label: '状态', value: <StaffTag {...member} /> }],
  lockReason: ({ lockReason }) => [{ label: '锁定原因', value: lockReason }],
  last: 'elsewhere',
  lockedByTries: ({ lockedByTries }) => [
    {
      label: '登录限制',
      value: lockedByTries ? '输错次数过多，暂时不能登录' : '',
    },
  ],
  mustChangePwd: ({ mustChangePwd }) => [{ label: '密码', value: mustChangePwd ? '待本人设置' : '已设置' }],
  totp: ({ totp }) => [
    {
      label: '动态口令',
      value: totp.on ? `已绑定，还剩 ${totp.recoveryCodesLeft}\u00a0个恢复码` : '未绑定',
    },
  ],
  totpOn: 'elsewhere',
  lastLoginAt: 'elsewhere',
  createdAt: 'elsewhere',
  sessions: 'elsewhere',
  version: 'notShown',
};

/** One colleague's account: who it is, whether they can log in, and what can be done about it. @source R6.1, R11.1 */
export const StaffDrawer = ({ staffId, onClose }: { staffId: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useMember(staffId);
  const mayWrite = useAuth()['ops.staff.write'] === true;
  const isOwn = useUser()?.staffId === staffId;
  const member = state.status === 'ready' ? state.data : undefined;
  usePageTitle(member === undefined ? undefined : `运营人员 ${member.account}`);
  return (
    <Drawer open size="large" onClose={onClose} title="运营人员">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={6} />}
        empty={<EmptyState kind="search" title="没有这位运营人员" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => (
          <div className={css.body}>
            <Facts columns={2} items={factsOf(detail, facts)} />
            {isOwn ? <p className={css.note}>这是您自己的账号：密码、动态口令与登录请在“我的账号”里办理。</p> : null}
            {mayWrite && !isOwn ? <StaffActions member={detail} /> : null}
            {detail.sessions.length === 0 ? (
              <p className={css.note}>目前没有登录中的设备。</p>
            ) : (
              <SessionRows sessions={detail.sessions} />
            )}
          </div>
        )}
      </PageState>
    </Drawer>
  );
};
