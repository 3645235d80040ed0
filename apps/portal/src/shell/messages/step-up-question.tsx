import { type CallError, errorData } from '@ronghui/client';
import { Button, Dialog, FormField, FormStack, PasswordInput, SubmitActions, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, requiredHint } from '@ronghui/web/forms/hints';
import { href, useHashLocation } from '@ronghui/web/navigation/hash-location';
import type { PendingProof } from '@ronghui/web/session/step-up';
import { type JSX, useEffect, useState } from 'react';
import { proveIdentity, useSafety } from '#features/safety/safety-queries.ts';
import type { ProofScene } from '#features/safety/step-up.ts';
import { VerifyCodeField } from '#features/safety/verify-code-field.tsx';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';

/** The method of the proof. */
type ProofMethod = 'password' | 'sms' | 'email' | 'totp';

const methodNames: Readonly<Record<ProofMethod, string>> = {
  password: '登录密码',
  sms: '短信验证码',
  email: '邮箱验证码',
  totp: '动态口令或恢复码',
};

/** The question of a step that waits for a proof. Who has a one-time password is asked for it, and for nothing else. */
export const StepUpQuestion = ({
  pending: { step, scene, isAgain, settle },
  onClose,
}: {
  pending: PendingProof<ProofScene>;
  onClose: () => void;
}): JSX.Element => {
  const user = useUser();
  const safety = useSafety();
  const [isTotpAsked, setTotpAsked] = useState(false);
  const hasTotp = isTotpAsked || safety.data?.totp.on === true;
  const [chosen, setWay] = useState<ProofMethod>('password');
  const way = hasTotp ? 'totp' : chosen;
  // Leaving the page cancels the step.
  const { path } = useHashLocation();
  useEffect(() => () => settle(null), [settle, path]);
  const form = useForm({
    name: 'step-up',
    initial: { pwd: '', code: '', totp: '' },
    secret: ['pwd', 'code', 'totp'],
    hints: ({ pwd, code, totp }) =>
      way === 'password'
        ? { pwd: requiredHint(pwd, '登录密码') }
        : way === 'totp'
          ? { totp: requiredHint(totp, methodNames.totp) }
          : { code: codeHint(code, methodNames[way]) },
    places: {
      OPS01006: 'pwd',
      OPS100011: 'pwd',
      OPS10004: 'code',
      OPS100019: 'totp',
      OPS10003: hasTotp ? 'totp' : 'pwd',
      OPS100021: hasTotp ? 'totp' : 'pwd',
    },
  });
  const send = async (): Promise<void> => {
    const { pwd, code, totp } = form.fields;
    const proof = way === 'password' ? { pwd } : way === 'totp' ? { totp: totp.trim() } : { code };
    settle(await proveIdentity({ scene, ...proof }));
  };
  const onRefused = (error: CallError): void => {
    if (errorData(error, 'RHAC003')?.need === 'totp') setTotpAsked(true);
  };
  const to = way === 'email' ? (user?.emailMasked ?? '') : (user?.mobileMasked ?? '');
  const others: readonly ProofMethod[] = ['password', 'sms', ...(user?.emailMasked ? (['email'] as const) : [])];
  const ways = hasTotp ? [] : others;
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
        <p>{`${isAgain ? '刚才的验证已失效。' : '为保障账号安全，'}${step}前请${isAgain ? '再次' : ''}输入${way === 'password' ? ` ${to} 的` : ''}${methodNames[way]}。`}</p>
        {way === 'password' ? (
          <FormField label="登录密码" {...form.field('pwd')} aside={<a href={href(paths.findPassword())}>忘记密码</a>}>
            <PasswordInput {...form.control('pwd')} autoComplete="current-password" autoFocus />
          </FormField>
        ) : way === 'totp' ? (
          <FormField label={methodNames.totp} {...form.field('totp')}>
            <TextInput {...form.control('totp')} autoComplete="one-time-code" maxLength={12} autoFocus />
          </FormField>
        ) : (
          <VerifyCodeField
            key={way}
            form={form}
            name="code"
            label={methodNames[way]}
            to={to}
            ask={() => ({ channel: way, scene })}
          />
        )}
        <div>
          {ways
            .filter((each) => each !== way)
            .map((each) => (
              <Button key={each} size="small" variant="ghost" onClick={() => setWay(each)}>
                改用{methodNames[each]}
              </Button>
            ))}
        </div>
      </FormStack>
    </Dialog>
  );
};
