import { roleNames } from '@ronghui/domain/member';
import {
  Callout,
  DateTime,
  type DetailFacts,
  DetailHead,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  Masked,
  PageState,
  Skeleton,
  Tag,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../customer.module.css';
import { LoginRows } from '../login-rows.tsx';
import { UserActions } from './user-actions.tsx';
import { type AccountDetail, revealPersonal, useAccount } from './user-queries.ts';
import { AccountTag } from './user-rows.tsx';

type PersonalField = 'mobile' | 'email' | 'name';

/** A masked part, shown in full to whom the keys allow it; each look is in the trail. */
const personal = (userId: string, mayReveal: boolean) => (field: PersonalField, label: string, value: string) =>
  value === '' || !mayReveal ? (
    value
  ) : (
    <Masked
      value={value}
      label={label}
      reveal={() =>
        revealPersonal({ userId, field }).catch((error: unknown) => {
          showError('ops.account.reveal', error);
          throw error;
        })
      }
    />
  );

const factsFor = (mayReveal: boolean): DetailFacts<AccountDetail> => ({
  userId: 'notShown',
  mobileMasked: 'elsewhere',
  name: ({ userId, name }) => [{ label: '姓名', value: personal(userId, mayReveal)('name', '姓名', name) }],
  status: 'elsewhere',
  lockReason: ({ lockReason }) => [{ label: '锁定原因', value: lockReason }],
  lockedByTries: ({ lockedByTries }) => [
    { label: '登录限制', value: lockedByTries ? '输错次数过多，暂时不能登录' : '' },
  ],
  emailMasked: ({ userId, emailMasked }) => [
    { label: '邮箱', value: personal(userId, mayReveal)('email', '邮箱', emailMasked) },
  ],
  totp: ({ totp }) => [
    { label: '动态口令', value: totp.on ? `已开启，还剩 ${totp.recoveryCodesLeft}\u00a0个恢复码` : '未开启' },
  ],
  passwordChangedAt: ({ passwordChangedAt }) => [
    { label: '密码设置于', value: <DateTime value={passwordChangedAt} /> },
  ],
  mobileChange: ({ mobileChange }) => [
    {
      label: '更换手机号',
      value:
        mobileChange === undefined ? (
          ''
        ) : (
          <>
            {mobileChange.isOwn ? '您' : mobileChange.by} 于 <DateTime value={mobileChange.at} /> 登记更换为{' '}
            {mobileChange.mobileMasked}，等另一位同事核实本人后登记同一号码
          </>
        ),
    },
  ],
  lastLoginAt: ({ lastLoginAt }) => [
    { label: '最近登录', value: lastLoginAt === undefined ? '' : <DateTime value={lastLoginAt} /> },
  ],
  createdAt: ({ createdAt }) => [{ label: '注册时间', value: <DateTime value={createdAt} /> }],
  closesAt: 'elsewhere',
  tenants: 'elsewhere',
  tenantName: 'elsewhere',
  tenantCount: 'elsewhere',
  sessions: 'elsewhere',
  logins: 'elsewhere',
  last: 'elsewhere',
  version: 'notShown',
});

/** One user: who they are, whether they can log in, where they belong, and what can be done for them. @source R11.4 */
export const UserDrawer = ({ userId, onClose }: { userId: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useAccount(userId);
  const mayWrite = useAuth()['ops.customer.write'] === true;
  usePageTitle(state.status === 'ready' ? `用户 ${state.data.mobileMasked}` : undefined);
  return (
    <Drawer open size="large" onClose={onClose} title="用户">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这位用户" />}
        onRetry={() => void query.refetch()}
      >
        {(account) => (
          <div className={css.body}>
            <Head account={account} mayReveal={mayWrite && account.status !== 'cancelled'} />
            {account.closesAt === undefined || account.status === 'cancelled' ? null : (
              <Callout tone="warn">
                本人已申请注销，
                <DateTime value={account.closesAt} /> 生效；在此之前登录即可撤回。
              </Callout>
            )}
            {mayWrite && account.status !== 'cancelled' ? <UserActions account={account} /> : null}
            <Facts columns={2} items={factsOf(account, factsFor(mayWrite && account.status !== 'cancelled'))} />
            <Tenants account={account} />
            <Sessions account={account} />
            <section>
              <h3 className={css.title}>最近登录</h3>
              <LoginRows logins={account.logins} />
            </section>
          </div>
        )}
      </PageState>
    </Drawer>
  );
};

/** Whose account it is, and where they belong. */
const Head = ({ account, mayReveal }: { account: AccountDetail; mayReveal: boolean }): JSX.Element => (
  <DetailHead
    subject={account.tenants.map(({ name }) => name || '未命名商户').join('、') || '不属于任何商户'}
    tag={<AccountTag {...account} />}
    main={personal(account.userId, mayReveal)('mobile', '手机号', account.mobileMasked)}
  />
);

const Tenants = ({ account }: { account: AccountDetail }): JSX.Element => (
  <section>
    <h3 className={css.title}>所属商户</h3>
    {account.tenants.length === 0 ? (
      <p className={css.note}>不属于任何商户。</p>
    ) : (
      <ul className={css.list} aria-label="所属商户">
        {account.tenants.map(({ tenantId, name, role, joinedAt }) => (
          <li key={tenantId} className={css.row}>
            <span>
              <a href={href(paths.tenant(tenantId))}>{name || '未命名商户'}</a> <Tag>{roleNames[role]}</Tag>
            </span>
            <span className={css.note}>
              加入于 <DateTime value={joinedAt} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Sessions = ({ account }: { account: AccountDetail }): JSX.Element => (
  <section>
    <h3 className={css.title}>登录中的设备</h3>
    {account.sessions.length === 0 ? (
      <p className={css.note}>目前没有登录中的设备。</p>
    ) : (
      <ul className={css.list} aria-label="登录中的设备">
        {account.sessions.map(({ sessionId, device, address, lastSeenAt }) => (
          <li key={sessionId} className={css.row}>
            <span>
              {device || '未知设备'} · {address}
            </span>
            <span className={css.note}>
              最近使用 <DateTime value={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
