import { isEmail, maskEmail } from '@ronghui/domain/identity/email';
import { Button, Drawer, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { updateEmail } from './safety-queries.ts';
import { withProof } from './step-up.ts';
import { VerifyCodeField } from './verify-code-field.tsx';

const emailHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请输入邮箱';
  return isEmail(typed.trim()) ? undefined : '请输入正确的邮箱';
};

/** Binds a mail address: needs a code that is sent there and a fresh proof. @source R10.7 */
export const EmailDrawer = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const form = useForm({
    name: 'user-email',
    initial: { email: '', code: '' },
    secret: ['code'],
    hints: ({ email, code }) => ({ email: emailHint(email), code: codeHint(code, '验证码') }),
    places: { OPS10004: 'code' },
  });
  const email = form.fields.email.trim();
  const send = async (): Promise<void> => {
    const bound = await withProof('绑定邮箱', (stepTicket) =>
      updateEmail({ email, code: form.fields.code, stepTicket }),
    );
    if (bound === null) return;
    form.clear();
    showToast('ok', '邮箱已绑定');
    onClose();
  };
  return (
    <Drawer
      open
      title="绑定邮箱"
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          绑定
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="绑定邮箱" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="新邮箱" required {...form.field('email')}>
          <TextInput {...form.control('email')} type="email" inputMode="email" autoComplete="email" maxLength={120} />
        </FormField>
        <VerifyCodeField
          form={form}
          name="code"
          label="邮箱验证码"
          target={email}
          to={isEmail(email) ? maskEmail(email) : '新邮箱'}
          ask={() => (form.check(['email']) ? { channel: 'email', scene: 'updateEmail', target: email } : undefined)}
        />
      </FormStack>
    </Drawer>
  );
};
