import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { Button } from '@ronghui/ui';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { switchTenant } from '#features/tenant/tenant.shared.ts';
import { answerInvitation } from './home-queries.ts';
import css from './todo-list.module.css';

interface InvitationProps {
  readonly invitationId: string;
  /** The inviter, and the tenant. */
  readonly words: string;
}

/** Accepts or declines an invitation; declining asks first. @source R10.9 */
export const InvitationAnswer = ({ invitationId, words }: InvitationProps): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    try {
      const joined = await answerInvitation(invitationId, true);
      if (joined !== undefined) await switchTenant(joined.tenantId);
    } catch (error) {
      showError('member.accept', error);
    } finally {
      setBusy(false);
    }
  };
  // An expired invitation removes its row and the question, so a toast shows the refusal.
  const decline = async (): Promise<void> => {
    try {
      await answerInvitation(invitationId, false);
      showToast('ok', '已拒绝邀请');
    } catch (error) {
      showError('member.decline', error);
    }
  };
  return (
    <div className={css.buttons}>
      <Button size="small" disabled={busy} onClick={() => setAsks(true)}>
        拒绝
      </Button>
      <Button size="small" variant="primary" loading={busy} onClick={() => void accept()}>
        接受
      </Button>
      {asks ? (
        <ConfirmPopup
          open
          danger
          onClose={() => setAsks(false)}
          title="拒绝这份邀请？"
          confirmText="拒绝"
          cancelText="暂不拒绝"
          onConfirm={decline}
        >
          {words}。拒绝后这份邀请作废，不能再接受；想加入时须请对方重新邀请。
        </ConfirmPopup>
      ) : null}
    </div>
  );
};
