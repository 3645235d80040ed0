import type { CallError } from '@ronghui/client';
import { Button, Callout, FormField, FormStack, PasswordInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, mobileHint } from '@ronghui/web/forms/hints';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { login } from './account-queries.ts';
import { LazySecondFactorField, LazySmsCodeField } from './lazy-parts.tsx';
import { LockNotice, useLock } from './lock-notice.tsx';
import { MobileField } from './mobile-field.tsx';
import { type Proof, proofOf, secondFactorHint } from './more-proof.ts';

/** Login with mobile and password; asks for a further proof where the account needs it. @source R8.6, contract RHAC003 */
export const PasswordLoginForm = ({ back }: { back: string | undefined }): JSX.Element => {
  const [proof, setProof] = useState<Proof>('none');
  const form = useForm({
    name: 'account',
    initial: { mobile: '', pwd: '', totp: '', smsCode: '' },
    secret: ['pwd', 'totp', 'smsCode'],
    hints: ({ mobile, pwd, totp, smsCode }) => ({
      mobile: mobileHint(mobile),
      pwd: pwd === '' ? '请输入密码' : undefined,
      totp: proof === 'totp' ? secondFactorHint(totp) : undefined,
      smsCode: proof === 'sms' ? codeHint(smsCode, '短信验证码') : undefined,
    }),
    places: {
      OPS100011: 'pwd',
      OPS10001: 'pwd',
      OPS10003: 'mobile',
      OPS100021: 'mobile',
      OPS100012: 'mobile',
      OPS100019: 'totp',
      OPS10004: 'smsCode',
    },
  });
  const { mobile, pwd, totp, smsCode } = form.fields;
  const { lock, noteLock, clearLock } = useLock(mobile);
  const send = async (): Promise<void> => {
    await login({ mobile, pwd, ...(proof === 'totp' && { totp }), ...(proof === 'sms' && { smsCode }) });
    form.clear();
  };
  const onRefused = (error: CallError): void => {
    noteLock(error);
    setProof((before) => proofOf(error) ?? before);
  };
  return (
    <FormStack id={form.id} onSubmit={(event) => form.submit(event, { send, onRefused })} aria-label="密码登录">
      <MobileField form={form} />
      <FormField
        label="密码"
        required
        aside={
          <a href={href(paths.findPassword({ back }))} onClick={followInPlace}>
            忘记密码
          </a>
        }
        {...form.field('pwd')}
      >
        <PasswordInput {...form.control('pwd')} autoComplete="current-password" maxLength={128} />
      </FormField>
      {proof === 'none' ? null : <Callout role="status">为了您的账号安全，请再完成一步验证。</Callout>}
      {proof === 'totp' ? <LazySecondFactorField form={form} /> : null}
      {proof === 'sms' ? <LazySmsCodeField form={form} scene="newDevice" /> : null}
      <LockNotice lock={lock} back={back} onEnd={clearLock} />
      <Button type="submit" variant="primary" size="large" block loading={form.running}>
        登录
      </Button>
    </FormStack>
  );
};
