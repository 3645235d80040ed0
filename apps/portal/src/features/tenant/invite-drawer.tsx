import { roleNames } from '@ronghui/domain/member';
import { Button, Drawer, FormField, FormStack, RadioGroup, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { mobileHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProof } from '#features/safety/safety.shared.ts';
import { inviteMember } from './tenant-queries.ts';

type InvitedRole = 'finance' | 'viewer';

/** Invites a mobile with a role; needs a fresh proof. @source R10.9 */
export const InviteDrawer = ({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }): JSX.Element => {
  const [role, choose] = useState<InvitedRole>('finance');
  const attempt = useAttemptKey();
  const form = useForm({
    name: 'member-invite',
    initial: { mobile: '' },
    hints: ({ mobile }) => ({ mobile: mobileHint(mobile) }),
    places: { RHME001: 'mobile', RHME004: 'mobile' },
  });
  const { mobile } = form.fields;
  const send = async (): Promise<void> => {
    const invited = await withProof('邀请成员', (stepTicket) => attempt({ mobile, role, stepTicket }, inviteMember));
    if (invited === null) return;
    form.clear();
    showToast('ok', '邀请已发送，对方登录后即可接受');
    onInvited();
    onClose();
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title="邀请成员"
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          发送邀请
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="邀请成员" onSubmit={(event) => form.submit(event, { send })}>
        <FormField
          label="手机号"
          hint="对方用这个手机号登录或注册后，即可接受邀请；邀请 7&nbsp;天内有效"
          {...form.field('mobile')}
        >
          <TextInput {...form.control('mobile')} type="tel" inputMode="numeric" autoComplete="off" maxLength={20} />
        </FormField>
        <RadioGroup
          label="角色"
          value={role}
          onValueChange={(value) => choose(value === 'viewer' ? 'viewer' : 'finance')}
          options={[
            { value: 'finance', label: roleNames.finance, hint: '可以下单、付款、处理账单与对账' },
            { value: 'viewer', label: roleNames.viewer, hint: '只能查看，不能办理业务' },
          ]}
        />
      </FormStack>
    </Drawer>
  );
};
