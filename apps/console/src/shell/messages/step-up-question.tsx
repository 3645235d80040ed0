import { type CallError, errorData } from '@ronghui/client';
import { Dialog, FormField, FormStack, PasswordInput, SubmitActions, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { useHashLocation } from '@ronghui/web/navigation/hash-location';
import type { PendingProof } from '@ronghui/web/session/step-up';
import { type JSX, useEffect, useState } from 'react';
import { proveIdentity, useSafety } from '#features/staff/staff.shared.ts';

/** The question of a step that waits for a proof: a code of the second factor of the one who is signed in, or their password where they have none. */
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
  const safety = useSafety();
  const [isAsked, setIsAsked] = useState(false);
  const isByTotp = isAsked || safety.data?.totp.on === true;
  const place = isByTotp ? 'totp' : 'pwd';
  const what = isByTotp ? '动态口令或恢复码' : '登录密码';
  const form = useForm({
    name: 'step-up',
    initial: { pwd: '', totp: '' },
    secret: ['pwd', 'totp'],
    hints: (fields) => ({ [place]: requiredHint(fields[place], what) }),
    places: {
      OPS01006: 'pwd',
      OPS100011: 'pwd',
      OPS100019: 'totp',
      OPS10003: place,
      OPS100021: place,
      OPS100012: place,
    },
  });
  const { pwd, totp } = form.fields;
  const send = async (): Promise<void> => settle(await proveIdentity(isByTotp ? { totp: totp.trim() } : { pwd }));
  const onRefused = (error: CallError): void => {
    if (errorData(error, 'RHAC003')?.need === 'totp') setIsAsked(true);
  };
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
      <FormStack id={form.id} aria-label="验证身份" onSubmit={(event) => form.submit(event, { send, onRefused })}>
        <p>{`${isAgain ? '刚才的验证已失效。' : ''}${step}前请${isAgain ? '再次' : ''}输入您自己的${what}。`}</p>
        {isByTotp ? (
          <FormField label={what} {...form.field('totp')}>
            <TextInput {...form.control('totp')} autoComplete="one-time-code" maxLength={12} autoFocus />
          </FormField>
        ) : (
          <FormField label={what} {...form.field('pwd')}>
            <PasswordInput {...form.control('pwd')} autoComplete="current-password" autoFocus />
          </FormField>
        )}
      </FormStack>
    </Dialog>
  );
};
