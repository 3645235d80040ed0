import { Button, Dialog } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from '../staff.module.css';
import { withProof } from '../step-up.ts';
import { LockDialog, RolesDialog } from './change-dialogs.tsx';
import { OneTimePasswordNotice } from './one-time-password.tsx';
import { type MemberDetail, type OneTimePassword, type PlainStep, resetPassword, takeStep } from './team-queries.ts';

const plainSteps: Readonly<Record<PlainStep, { readonly name: string; readonly done: string }>> = {
  unlock: { name: '解除锁定', done: '已解除锁定' },
  resetTotp: { name: '解除动态口令', done: '动态口令已解除，本人下次登录时重新绑定' },
  endSessions: { name: '结束全部登录', done: '全部登录已结束' },
};

/** What an admin does for a colleague; every step asks for a fresh proof, and ends the colleague's sessions. */
export const StaffActions = ({ member }: { member: MemberDetail }): JSX.Element => {
  const attempt = useAttemptKey();
  const [dialog, setDialog] = useState<'roles' | 'lock'>();
  const [made, setMade] = useState<OneTimePassword>();
  const { staffId, version, status, lockedByTries, totp, sessions } = member;
  const close = (): void => setDialog(undefined);
  const prove = async (name: string, work: (stepTicket: string) => Promise<unknown>): Promise<void> => {
    try {
      await withProof(name, work);
    } catch (error) {
      showError('ops.staff.update', error);
    }
  };
  const take = (step: PlainStep) =>
    prove(plainSteps[step].name, async (stepTicket) => {
      await attempt({ staffId, version, stepTicket }, (input: Parameters<typeof takeStep>[1]) => takeStep(step, input));
      showToast('ok', plainSteps[step].done);
    });
  const reset = () =>
    prove('重置密码', async (stepTicket) => setMade(await attempt({ staffId, version, stepTicket }, resetPassword)));
  return (
    <>
      <div className={css.actions}>
        <Button onClick={() => setDialog('roles')}>修改姓名与角色</Button>
        <Button onClick={() => void reset()}>重置密码</Button>
        {totp.on ? <Button onClick={() => void take('resetTotp')}>解除动态口令</Button> : null}
        {sessions.length > 0 ? <Button onClick={() => void take('endSessions')}>结束全部登录</Button> : null}
        {status === 'active' ? <Button onClick={() => setDialog('lock')}>锁定</Button> : null}
        {status === 'locked' || lockedByTries ? <Button onClick={() => void take('unlock')}>解除锁定</Button> : null}
      </div>
      {dialog === 'roles' ? <RolesDialog member={member} onClose={close} /> : null}
      {dialog === 'lock' ? <LockDialog member={member} onClose={close} /> : null}
      {made === undefined ? null : (
        <Dialog open mustAnswer title="密码已重置" onClose={() => setMade(undefined)}>
          <OneTimePasswordNotice account={member.account} made={made} onClose={() => setMade(undefined)} />
        </Dialog>
      )}
    </>
  );
};
