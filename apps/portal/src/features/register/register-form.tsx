import type { CallError } from '@ronghui/client';
import { Button, Callout, FormField, FormStack, TextInput } from '@ronghui/ui';
import { startUp } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint, mobileHint } from '@ronghui/web/forms/hints';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { MobileField, NewPasswordField, newPasswordHint, SmsCodeField } from '#features/account/account.shared.ts';
import { useAgreementBoxes } from '#features/agreement/agreement.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import { RegisterAgreements } from './register-agreements.tsx';
import { type Registered, register } from './register-queries.ts';

interface RegisterFormProps {
  readonly back: string | undefined;
  /** Called when the account was created; its session is not entered yet. */
  readonly onRegister: (registered: Registered) => void;
}

/** Mobile, image code, SMS code, password, company, agreements. @source R5.2, R5.3, R10.6 */
export const RegisterForm = ({ back, onRegister }: RegisterFormProps): JSX.Element => {
  const [knownMobile, setKnownMobile] = useState<string>();
  const agreements = useSite().agreements.filter(({ scene }) => scene === 'register');
  const boxes = useAgreementBoxes(agreements);
  const form = useForm({
    name: 'account',
    initial: { mobile: '', smsCode: '', pwd: '', companyName: '' },
    secret: ['smsCode', 'pwd'],
    hints: ({ mobile, smsCode, pwd }) => ({
      mobile: mobileHint(mobile),
      smsCode: codeHint(smsCode, '短信验证码'),
      pwd: newPasswordHint(pwd, mobile),
    }),
    places: { OPS100011: 'pwd', OPS10004: 'smsCode', OPSB0009: 'pwd', RHAC001: 'mobile' },
  });
  const { mobile, smsCode, pwd, companyName } = form.fields;
  const send = async (): Promise<void> => {
    const company = companyName.trim();
    const registered = await register({
      mobile,
      smsCode,
      pwd,
      agreements: [...boxes.accepted],
      ...(company !== '' && { companyName: company }),
    });
    form.clear();
    onRegister(registered);
  };
  const onRefused = (error: CallError): void => {
    if (error.errCode === 'RHAC001') setKnownMobile(mobile);
    if (error.errCode === 'RHAG001') {
      boxes.askAgain();
      void startUp().then(form.focusWrong);
    }
  };
  const isReady = (): boolean => boxes.isComplete() && agreements.length > 0;
  return (
    <FormStack id={form.id} onSubmit={(event) => form.submit(event, { isReady, send, onRefused })} aria-label="注册">
      <MobileField form={form} hint="用于登录和接收验证码" />
      {knownMobile === mobile ? (
        <Callout role="status">
          这个手机号已经注册过，
          <a href={href(paths.login({ back }))} onClick={followInPlace}>
            直接登录
          </a>
          ；忘记密码可以
          <a href={href(paths.findPassword({ back }))} onClick={followInPlace}>
            用短信找回
          </a>
          。
        </Callout>
      ) : null}
      <SmsCodeField form={form} scene="register" />
      <NewPasswordField form={form} name="pwd" label="设置密码" />
      <FormField label="公司名称（选填）" hint="可以在企业认证时再填" {...form.field('companyName')}>
        <TextInput {...form.control('companyName')} autoComplete="organization" maxLength={120} />
      </FormField>
      <RegisterAgreements agreements={agreements} boxes={boxes} />
      <Button type="submit" variant="primary" size="large" block loading={form.running}>
        注册并登录
      </Button>
    </FormStack>
  );
};
