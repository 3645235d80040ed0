import { Button } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from '../customer.module.css';
import { IdentityDialog, type IdentityStep, ReasonDialog } from './user-dialogs.tsx';
import type { AccountDetail, PlainStep } from './user-queries.ts';

/** What staff do for a user: every step has a reason and a fresh proof, and the user is notified. @source R4.5, R10.9, R11.4 */
export const UserActions = ({ account }: { account: AccountDetail }): JSX.Element => {
  const [plain, setPlain] = useState<PlainStep>();
  const [sure, setSure] = useState<IdentityStep>();
  const { status, lockedByTries, totp, sessions } = account;
  return (
    <>
      <div className={css.actions}>
        {status === 'locked' || lockedByTries ? (
          <Button variant="primary" onClick={() => setPlain('unlock')}>
            解除锁定
          </Button>
        ) : null}
        {sessions.length > 0 ? <Button onClick={() => setPlain('endSessions')}>结束全部登录</Button> : null}
        {totp.on ? <Button onClick={() => setSure('resetTotp')}>关闭动态口令</Button> : null}
        <Button onClick={() => setSure('changeMobile')}>更换手机号</Button>
        {status === 'active' ? (
          <Button variant="danger" onClick={() => setPlain('lock')}>
            锁定
          </Button>
        ) : null}
      </div>
      {plain === undefined ? null : <ReasonDialog account={account} step={plain} onClose={() => setPlain(undefined)} />}
      {sure === undefined ? null : <IdentityDialog account={account} step={sure} onClose={() => setSure(undefined)} />}
    </>
  );
};
