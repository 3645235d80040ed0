import type { CallError } from '@ronghui/client';
import { AuthCard, Button, Callout, FormStack, ResultPanel } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, mobileHint } from '@ronghui/web/forms/hints';
import { followInPlace, href, navigate, useHashLocation, useSearch } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import {
  LockNotice,
  login,
  MobileField,
  NewPasswordField,
  newPasswordHint,
  SmsCodeField,
  useLock,
} from '#features/account/account.shared.ts';
import { paths } from '#kernel/paths.ts';
import { pathAfterLogin } from '#kernel/session.ts';
import { findPassword } from './password-queries.ts';

/** Resets the password with an SMS code, and logs in with the new one. @source R1.1, R2.10, R4.5 */
export const FindPasswordPage = (): JSX.Element => {
  const [query] = useSearch();
  const back = query.get('back') ?? undefined;
  const { search } = useHashLocation();
  const [isDone, setIsDone] = useState(false);
  const goOn = (): void => {
    showToast('ok', '密码已重置，已为您登录');
    navigate(pathAfterLogin(search), { replace: true });
  };
  if (isDone) {
    return (
      <AuthCard title="找回密码">
        <ResultPanel
          title="密码已重置"
          text="请用新密码登录。其他设备已全部退出，密码锁定也已解除。"
          actions={
            <Button variant="primary" href={href(paths.login({ back }))} onClick={followInPlace}>
              去登录
            </Button>
          }
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="找回密码"
      sub="用注册时的手机号接收验证码，设置新密码"
      footer={
        <a href={href(paths.login({ back }))} onClick={followInPlace}>
          返回登录
        </a>
      }
    >
      <FindPasswordForm back={back} onLogin={goOn} onDone={() => setIsDone(true)} />
    </AuthCard>
  );
};

interface FormProps {
  readonly back: string | undefined;
  /** Called when the password is reset and its owner logged in. */
  readonly onLogin: () => void;
  /** Called when the password is reset and the login needs a further proof. */
  readonly onDone: () => void;
}

/** Whether the new password logs in at once; it does not where the account asks for a further proof (contract RHAC003). */
const logsIn = (input: { readonly mobile: string; readonly pwd: string }): Promise<boolean> =>
  login(input).then(
    () => true,
    () => false,
  );

const FindPasswordForm = ({ back, onLogin, onDone }: FormProps): JSX.Element => {
  const [unknownMobile, setUnknownMobile] = useState<string>();
  const form = useForm({
    name: 'account',
    initial: { mobile: '', smsCode: '', newPwd: '' },
    secret: ['smsCode', 'newPwd'],
    hints: ({ mobile, smsCode, newPwd }) => ({
      mobile: mobileHint(mobile),
      smsCode: codeHint(smsCode, '短信验证码'),
      newPwd: newPasswordHint(newPwd, mobile),
    }),
    places: {
      OPS100011: 'newPwd',
      OPSB0009: 'newPwd',
      OPS01002: 'newPwd',
      OPS10004: 'smsCode',
      RHAC002: 'mobile',
      OPS01003: 'mobile',
      OPS100012: 'mobile',
    },
  });
  const { mobile, smsCode, newPwd } = form.fields;
  const { lock, noteLock, clearLock } = useLock(mobile);
  const send = async (): Promise<void> => {
    await findPassword({ mobile, smsCode, newPwd });
    if (!(await logsIn({ mobile, pwd: newPwd }))) return onDone();
    form.clear();
    onLogin();
  };
  const onRefused = (error: CallError): void => {
    noteLock(error);
    if (error.errCode === 'RHAC002') setUnknownMobile(mobile);
  };
  return (
    <FormStack id={form.id} onSubmit={(event) => form.submit(event, { send, onRefused })} aria-label="找回密码">
      <MobileField form={form} />
      {unknownMobile === mobile ? (
        <Callout role="status">
          这个手机号还没有账号，
          <a href={href(paths.register({ back }))} onClick={followInPlace}>
            现在注册
          </a>
          。
        </Callout>
      ) : null}
      <SmsCodeField form={form} scene="findPwd" />
      <NewPasswordField form={form} name="newPwd" label="新密码" />
      <LockNotice lock={lock} onEnd={clearLock} />
      <Button type="submit" variant="primary" size="large" block loading={form.running}>
        重置密码
      </Button>
    </FormStack>
  );
};
