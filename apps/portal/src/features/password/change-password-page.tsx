import type { CallError } from '@ronghui/client';
import { AuthCard, Button, Callout, FormField, FormStack, PasswordInput, ResultPanel } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, mobileHint } from '@ronghui/web/forms/hints';
import { useQuestion } from '@ronghui/web/forms/question';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import {
  LazySecondFactorField,
  LazySmsCodeField,
  LockNotice,
  MobileField,
  NewPasswordField,
  newPasswordHint,
  type Proof,
  proofOf,
  secondFactorHint,
  useLock,
} from '#features/account/account.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { changePassword } from './password-queries.ts';

/** Fetches the question before the change. */
export const loadConfirmChange = () => import('./confirm-change.tsx');
const ConfirmChange = lazyPart(loadConfirmChange);

/** Changes the password with the old one, signed in or not. @source R1.1, R4.4 */
export const ChangePasswordPage = (): JSX.Element => {
  const user = useUser();
  const [isDone, setIsDone] = useState(false);
  if (isDone) {
    return (
      <AuthCard title="修改密码">
        <ResultPanel
          title="密码已修改"
          text="这个账号在其他设备上的登录已全部退出。"
          actions={
            user === null ? (
              <Button variant="primary" href={href(paths.login())} onClick={followInPlace}>
                用新密码登录
              </Button>
            ) : (
              <Button variant="primary" href={href(paths.merchantHome())} onClick={followInPlace}>
                返回商户中心
              </Button>
            )
          }
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="修改密码"
      sub="修改后，其他设备上的登录会全部退出"
      footer={
        <>
          忘记了原密码？
          <a href={href(paths.findPassword())} onClick={followInPlace}>
            用短信找回
          </a>
        </>
      }
    >
      <ChangePasswordForm onDone={() => setIsDone(true)} />
    </AuthCard>
  );
};

const ChangePasswordForm = ({ onDone }: { onDone: () => void }): JSX.Element => {
  const user = useUser();
  const [proof, setProof] = useState<Proof>('none');
  const form = useForm({
    name: 'account',
    initial: { mobile: '', oldPwd: '', newPwd: '', totp: '', smsCode: '' },
    secret: ['oldPwd', 'newPwd', 'totp', 'smsCode'],
    hints: ({ mobile, oldPwd, newPwd, totp, smsCode }) => ({
      mobile: mobileHint(mobile),
      oldPwd: oldPwd === '' ? '请输入原密码' : undefined,
      newPwd:
        newPasswordHint(newPwd, mobile) ?? (newPwd !== '' && newPwd === oldPwd ? '新密码不能与原密码相同' : undefined),
      totp: proof === 'totp' ? secondFactorHint(totp) : undefined,
      smsCode: proof === 'sms' ? codeHint(smsCode, '短信验证码') : undefined,
    }),
    places: {
      OPS100011: 'oldPwd',
      OPS01001: 'oldPwd',
      OPSB0009: 'newPwd',
      OPS01002: 'newPwd',
      OPS10003: 'mobile',
      OPS01003: 'mobile',
      OPS100012: 'mobile',
      OPS100019: 'totp',
      OPS10004: 'smsCode',
    },
  });
  const { mobile, oldPwd, newPwd, totp, smsCode } = form.fields;
  const { lock, noteLock, clearLock } = useLock(mobile);
  const { pending, ask } = useQuestion();
  const send = async (): Promise<void> => {
    const typed = { ...(proof === 'totp' && { totp }), ...(proof === 'sms' && { smsCode }) };
    if (await ask(() => changePassword({ mobile, oldPwd, newPwd, ...typed }))) onDone();
  };
  const onRefused = (error: CallError): void => {
    noteLock(error);
    setProof((before) => proofOf(error) ?? before);
  };
  return (
    <FormStack id={form.id} onSubmit={(event) => form.submit(event, { send, onRefused })} aria-label="修改密码">
      <MobileField form={form} hint={user === null ? undefined : `当前账号：${user.mobileMasked}`} />
      <FormField label="原密码" required {...form.field('oldPwd')}>
        <PasswordInput {...form.control('oldPwd')} autoComplete="current-password" maxLength={128} />
      </FormField>
      <NewPasswordField form={form} name="newPwd" label="新密码" />
      {proof === 'none' ? null : <Callout role="status">为了您的账号安全，请再完成一步验证。</Callout>}
      {proof === 'totp' ? <LazySecondFactorField form={form} /> : null}
      {proof === 'sms' ? <LazySmsCodeField form={form} scene="newDevice" /> : null}
      <LockNotice lock={lock} onEnd={clearLock} />
      <Button type="submit" variant="primary" size="large" block loading={form.running}>
        修改密码
      </Button>
      {pending === undefined ? null : (
        <ConfirmChange staysHere={user !== null} onConfirm={pending.confirm} onClose={pending.cancel} />
      )}
    </FormStack>
  );
};
