import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { isMobile, maskMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import { Button, Callout, Drawer, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, mobileHint } from '@ronghui/web/forms/hints';
import { useQuestion } from '@ronghui/web/forms/question';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { ContactLink } from '#kernel/contact-link.tsx';
import { updateMobile } from './safety-queries.ts';
import { withProofIf } from './step-up.ts';
import { VerifyCodeField } from './verify-code-field.tsx';

interface MobileDrawerProps {
  readonly mobileMasked: string;
  /** Whether a one-time password is on, which is then asked for beside the codes. */
  readonly hasTotp: boolean;
  readonly onClose: () => void;
}

/** Changes the mobile of the login: needs a code to the old one and one to the new, and the second factor of who has one. @source R10.9 */
export const MobileDrawer = ({ mobileMasked, hasTotp, onClose }: MobileDrawerProps): JSX.Element => {
  const form = useForm({
    name: 'user-mobile',
    initial: { newMobile: '', oldCode: '', newCode: '' },
    secret: ['oldCode', 'newCode'],
    hints: ({ newMobile, oldCode, newCode }) => ({
      oldCode: codeHint(oldCode, '原手机号的验证码'),
      newMobile: mobileHint(newMobile),
      newCode: codeHint(newCode, '新手机号的验证码'),
    }),
    places: { OPS10004: 'newCode', RHAC001: 'newMobile', RHAC005: 'newMobile' },
  });
  const newMobile = normaliseMobile(form.fields.newMobile);
  const { pending, ask } = useQuestion();
  const send = async (): Promise<void> => {
    const { oldCode, newCode } = form.fields;
    const change = (stepTicket?: string) =>
      updateMobile({ newMobile, oldCode, newCode, ...(stepTicket === undefined ? {} : { stepTicket }) });
    // The question closes before the proof is asked for: one dialog at a time.
    if (!(await ask(() => Promise.resolve()))) return;
    if ((await withProofIf(hasTotp, '更换手机号', change)) === null) return;
    form.clear();
    showToast('ok', '手机号已更换，其他设备已退出登录');
    onClose();
  };
  return (
    <Drawer
      open
      title="更换手机号"
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          更换
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="更换手机号" onSubmit={(event) => form.submit(event, { send })}>
        <Callout>
          更换后用新手机号登录，其他设备会退出登录。原手机号已不能接收短信的，请
          <ContactLink />。
        </Callout>
        <VerifyCodeField
          form={form}
          name="oldCode"
          label="原手机号的验证码"
          to={mobileMasked}
          ask={() => ({ channel: 'sms', scene: 'updateMobileOld' })}
        />
        <FormField label="新手机号" required {...form.field('newMobile')}>
          <TextInput {...form.control('newMobile')} type="tel" inputMode="numeric" autoComplete="tel" maxLength={20} />
        </FormField>
        <VerifyCodeField
          form={form}
          name="newCode"
          label="新手机号的验证码"
          target={newMobile}
          to={isMobile(newMobile) ? maskMobile(newMobile) : '新手机号'}
          ask={() =>
            form.check(['newMobile']) ? { channel: 'sms', scene: 'updateMobileNew', target: newMobile } : undefined
          }
        />
      </FormStack>
      {pending === undefined ? null : (
        <ConfirmPopup open title="更换手机号？" confirmText="更换" onConfirm={pending.confirm} onClose={pending.cancel}>
          更换后用 {maskMobile(newMobile)} 登录，{mobileMasked}{' '}
          不能再登录。这台设备保持登录，其他设备上的登录会全部退出，不能撤回。
        </ConfirmPopup>
      )}
    </Drawer>
  );
};
