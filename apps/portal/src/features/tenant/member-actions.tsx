import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { roleNames } from '@ronghui/domain/member';
import { Button, RadioGroup } from '@ronghui/ui';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProofIf } from '#features/safety/safety.shared.ts';
import css from './members.module.css';
import { type Member, removeMember, setRole } from './tenant-queries.ts';

const roleHints: Readonly<Record<Member['role'], string>> = {
  owner: '移交后由对方管理商户资料、成员与认证，您将变为财务',
  finance: '可以下单、付款、处理账单与对账，不能管理成员与企业资料',
  viewer: '只能查看，不能办理业务',
};

/** The owner's actions on another member. @source R10.9 */
export const MemberActions = ({ member }: { member: Member }): JSX.Element | null => {
  const [asks, setAsks] = useState<'role' | 'remove'>();
  if (member.isSelf || member.role === 'owner') return null;
  const close = () => setAsks(undefined);
  return (
    <div className={css.actions}>
      <Button size="small" onClick={() => setAsks('role')}>
        变更角色
      </Button>
      <Button size="small" onClick={() => setAsks('remove')}>
        移除
      </Button>
      {asks === 'role' ? <RoleQuestion member={member} onClose={close} /> : null}
      {asks === 'remove' ? <RemoveQuestion member={member} onClose={close} /> : null}
    </div>
  );
};

interface QuestionProps {
  readonly member: Member;
  readonly onClose: () => void;
}

const RoleQuestion = ({ member, onClose }: QuestionProps): JSX.Element => {
  const [role, choose] = useState<Member['role']>(member.role);
  const who = member.name || member.mobileMasked;
  const apply = async (): Promise<boolean> => {
    const set = await withProofIf(role === 'owner', '移交主账号', (stepTicket) =>
      setRole(member.memberId, role, stepTicket),
    );
    if (set === null) return false;
    showToast('ok', role === 'owner' ? `主账号已移交给 ${who}` : `${who} 现在是${roleNames[role]}`);
    return true;
  };
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      title={`变更 ${who} 的角色`}
      danger={role === 'owner'}
      confirmText={role === 'owner' ? '移交主账号' : '确定'}
      confirmDisabled={role === member.role}
      onConfirm={apply}
      errorText={(error) => errorText('member.setRole', error)}
    >
      <div className={css.roles}>
        <RadioGroup
          label="角色"
          value={role}
          onValueChange={(value) => choose(value === 'owner' || value === 'finance' ? value : 'viewer')}
          options={(['finance', 'viewer', 'owner'] as const).map((value) => ({
            value,
            label: value === 'owner' ? '移交主账号' : roleNames[value],
            hint: roleHints[value],
          }))}
        />
      </div>
    </ConfirmPopup>
  );
};

const RemoveQuestion = ({ member, onClose }: QuestionProps): JSX.Element => {
  const who = member.name || member.mobileMasked;
  const apply = async (): Promise<void> => {
    await removeMember(member.memberId);
    showToast('ok', `已移除 ${who}`);
  };
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      danger
      title={`移除 ${who}？`}
      confirmText="移除"
      onConfirm={apply}
      errorText={(error) => errorText('member.remove', error)}
    >
      对方在本商户的登录会立即结束，不能再查看或办理本商户的业务；其办理过的记录仍保留。需要时可以重新邀请。
    </ConfirmPopup>
  );
};
