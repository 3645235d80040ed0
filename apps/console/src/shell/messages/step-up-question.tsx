import { Dialog, FormField, FormStack, PasswordInput, SubmitActions } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { useHashLocation } from '@ronghui/web/navigation/hash-location';
import type { PendingProof } from '@ronghui/web/session/step-up';
import { type JSX, useEffect } from 'react';
import { proveIdentity } from '#features/staff/staff.shared.ts';

/** The question of a step that waits for a proof: the password of the one who is signed in. */
export const StepUpQuestion = ({
  pending: { step, isAgain, settle },
  onClose,
}: {
  pending: PendingProof<'stepUp'>;
  onClose: () => void;
}): JSX.Element => {
  // Leaving the page cancels the step.
  const { path } = useHashLocation();
  useEffect(() => () => settle(null), [settle, path]);
  const form = useForm({
    name: 'step-up',
    initial: { pwd: '' },
    secret: ['pwd'],
    hints: ({ pwd }) => ({ pwd: requiredHint(pwd, '登录密码') }),
    places: { OPS01006: 'pwd', OPS10003: 'pwd', OPS100011: 'pwd', OPS100021: 'pwd', OPS100012: 'pwd' },
  });
  const send = async (): Promise<void> => settle(await proveIdentity(form.fields.pwd));
  return (
    <Dialog
      open
      onClose={onClose}
      title="验证身份"
      closeOnBackdrop={false}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          确认
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="验证身份" onSubmit={(event) => form.submit(event, { send })}>
        <p>{`${isAgain ? '刚才的验证已失效。' : ''}${step}前请${isAgain ? '再次' : ''}输入您自己的登录密码。`}</p>
        <FormField label="登录密码" {...form.field('pwd')}>
          <PasswordInput {...form.control('pwd')} autoComplete="current-password" autoFocus />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
