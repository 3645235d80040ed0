import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { roleNames } from '@ronghui/domain/member';
import { Button, Card, DateTime, Tag } from '@ronghui/ui';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './members.module.css';
import { type Invitation, useInvitations, withdrawInvitation } from './tenant-queries.ts';

/** The pending invitations; renders nothing without any. */
export const InvitationList = (): JSX.Element | null => {
  const { data } = useInvitations();
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title={`待接受的邀请（${data.items.length}）`} className={css.invitations}>
      <ul>
        {data.items.map((invitation) => (
          <Waiting key={invitation.invitationId} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
};

const Waiting = ({ invitation }: { invitation: Invitation }): JSX.Element => {
  const { invitationId, mobileMasked, role, expiresAt } = invitation;
  const [asks, setAsks] = useState(false);
  const withdraw = async (): Promise<void> => {
    await withdrawInvitation(invitationId);
    showToast('ok', '邀请已撤回');
  };
  return (
    <li className={css.waiting}>
      <span>
        {mobileMasked} <Tag tone="info">{roleNames[role]}</Tag>
      </span>
      <span className={css.note}>
        有效期至 <DateTime value={expiresAt} />
      </span>
      <Button size="small" onClick={() => setAsks(true)}>
        撤回
      </Button>
      <ConfirmPopup
        open={asks}
        onClose={() => setAsks(false)}
        title="撤回这份邀请？"
        confirmText="撤回"
        onConfirm={withdraw}
        errorText={(error) => errorText('member.withdraw', error)}
      >
        {mobileMasked} 将不能再用这份邀请加入，您可以随时重新邀请。
      </ConfirmPopup>
    </li>
  );
};
