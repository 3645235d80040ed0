import type { CallError } from '@ronghui/client';
import { Button, Callout, FormStack } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, mobileHint } from '@ronghui/web/forms/hints';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { loginBySms } from './account-queries.ts';
import { LazySecondFactorField, LazySmsCodeField } from './lazy-parts.tsx';
import { LockNotice, useLock } from './lock-notice.tsx';
import { MobileField } from './mobile-field.tsx';
import { proofOf, secondFactorHint } from './more-proof.ts';

/** Login with an SMS code. */
export const SmsLoginForm = ({ back }: { back: string | undefined }): JSX.Element => {
  const [unknownMobile, setUnknownMobile] = useState<string>();
  const [needsTotp, setNeedsTotp] = useState(false);
  const form = useForm({
    name: 'account',
    initial: { mobile: '', smsCode: '', totp: '' },
    secret: ['smsCode', 'totp'],
    hints: ({ mobile, smsCode, totp }) => ({
      mobile: mobileHint(mobile),
      smsCode: codeHint(smsCode, '短信验证码'),
      totp: needsTotp ? secondFactorHint(totp) : undefined,
    }),
    places: { OPS10004: 'smsCode', OPS100019: 'totp', RHAC002: 'mobile', OPS100021: 'mobile', OPS100012: 'mobile' },
  });
  const { mobile, smsCode, totp } = form.fields;
  const { lock, noteLock, clearLock } = useLock(mobile);
  const send = async (): Promise<void> => {
    await loginBySms({ mobile, smsCode, ...(needsTotp && { totp }) });
    form.clear();
  };
  const onRefused = (error: CallError): void => {
    noteLock(error);
    if (error.errCode === 'RHAC002') setUnknownMobile(mobile);
    if (proofOf(error) === 'totp') setNeedsTotp(true);
  };
  return (
    <FormStack id={form.id} onSubmit={(event) => form.submit(event, { send, onRefused })} aria-label="短信登录">
      <MobileField form={form} />
      <LazySmsCodeField form={form} scene="login" />
      {needsTotp ? <Callout role="status">为了您的账号安全，请再完成一步验证。</Callout> : null}
      {needsTotp ? <LazySecondFactorField form={form} /> : null}
      {unknownMobile === mobile ? (
        <Callout role="status">
          这个手机号还没有账号，
          <a href={href(paths.register({ back }))} onClick={followInPlace}>
            现在注册
          </a>
          ，大约一分钟。
        </Callout>
      ) : null}
      <LockNotice lock={lock} back={back} onEnd={clearLock} />
      <Button type="submit" variant="primary" size="large" block loading={form.running}>
        登录
      </Button>
    </FormStack>
  );
};
