import { ChangedNote, Dialog, FormField, FormStack, SubmitActions, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { staffNames } from '../staff-words.ts';
import { withProof } from '../step-up.ts';
import { RoleBoxes, rolesOf } from './role-boxes.tsx';
import { lockMember, type MemberDetail, updateMember } from './team-queries.ts';

interface ChangeDialogProps {
  readonly member: MemberDetail;
  readonly onClose: () => void;
}

/** Changes name and roles. */
export const RolesDialog = ({ member, onClose }: ChangeDialogProps): JSX.Element => {
  const { staffId, version } = member;
  const attempt = useAttemptKey();
  const [opened] = useState(version);
  const form = useForm({
    name: `staff-roles-${staffId}-${opened}`,
    initial: { name: member.name, roles: member.roles.join(' ') },
    hints: ({ name, roles }) => ({
      name: requiredHint(name, '姓名'),
      roles: roles === '' ? '请至少选择一个角色' : undefined,
    }),
  });
  const { name } = form.fields;
  const roles = rolesOf(form.fields.roles);
  const send = async (): Promise<void> => {
    const changed = await withProof('修改角色', (stepTicket) =>
      attempt({ staffId, version, name, roles, stepTicket }, updateMember),
    );
    if (changed === null) return;
    form.clear();
    onClose();
    showToast('ok', '已保存，本人需要重新登录');
  };
  return (
    <Dialog
      open
      title="修改姓名与角色"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          保存
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="修改姓名与角色" onSubmit={(event) => form.submit(event, { send })}>
        <ChangedNote version={version} last={member.last}>
          现为 {member.name}（{staffNames(member.roles)}）。
        </ChangedNote>
        <FormField label="姓名" required {...form.field('name')}>
          <TextInput {...form.control('name')} autoComplete="off" maxLength={60} />
        </FormField>
        <FormField label="角色" required {...form.field('roles')}>
          <RoleBoxes value={roles} onValueChange={(next) => form.change({ roles: next.join(' ') })} />
        </FormField>
        <p>保存后，{member.account} 的登录会立即结束，重新登录后按新的角色办理。</p>
      </FormStack>
    </Dialog>
  );
};

/** Locks an account, with the reason. */
export const LockDialog = ({ member, onClose }: ChangeDialogProps): JSX.Element => {
  const { staffId, version } = member;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `staff-lock-${staffId}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '锁定的原因') }),
  });
  const send = async (): Promise<void> => {
    const locked = await withProof('锁定账号', (stepTicket) =>
      attempt({ staffId, version, reason: form.fields.reason, stepTicket }, lockMember),
    );
    if (locked === null) return;
    form.clear();
    onClose();
    showToast('ok', '账号已锁定');
  };
  return (
    <Dialog
      open
      title={`锁定 ${member.account}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          锁定
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="锁定账号" onSubmit={(event) => form.submit(event, { send })}>
        <p>锁定后，这个账号的登录会立即结束，在解除之前不能再登录。</p>
        <ChangedNote version={version} last={member.last} />
        <FormField label="锁定的原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={200} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
