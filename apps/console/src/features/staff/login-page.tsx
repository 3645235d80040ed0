import { type CallError, errorData } from '@ronghui/client';
import { AuthCard, Button, Callout, FormField, FormStack, PasswordInput, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { type JSX, useState } from 'react';
import { areaName } from '#kernel/page-title.ts';
import { useBrand } from '#kernel/start-up.ts';
import { login } from './staff-queries.ts';

/** The login, in the place of the page that was asked for. @source R11.1 */
export const LoginPage = (): JSX.Element => {
  const { name } = useBrand();
  const [needsTotp, setNeedsTotp] = useState(false);
  const form = useForm({
    name: 'login',
    initial: { account: '', pwd: '', totp: '' },
    secret: ['pwd', 'totp'],
    hints: ({ account, pwd, totp }) => ({
      account: requiredHint(account, '账号'),
      pwd: pwd === '' ? '请输入密码' : undefined,
      totp: needsTotp ? requiredHint(totp, '动态口令或恢复码') : undefined,
    }),
    places: {
      OPS100015: 'pwd',
      RHST005: 'pwd',
      OPS100019: 'totp',
      OPS10003: 'account',
      OPS100021: 'account',
      OPS100012: 'account',
      OPS100011: 'pwd',
    },
  });
  const { account, pwd, totp } = form.fields;
  const send = async (): Promise<void> => {
    await login({ account, pwd, ...(needsTotp ? { totp: totp.trim() } : {}) });
    form.clear();
  };
  const onRefused = (error: CallError): void => {
    if (errorData(error, 'RHAC003')?.need === 'totp') setNeedsTotp(true);
  };
  return (
    <AuthCard title={`登录${name}${areaName}`} sub="供平台运营人员使用">
      <FormStack id={form.id} aria-label="登录" onSubmit={(event) => form.submit(event, { send, onRefused })}>
        <FormField label="账号" required {...form.field('account')}>
          <TextInput {...form.control('account')} autoComplete="username" autoCapitalize="none" maxLength={64} />
        </FormField>
        <FormField label="密码" required {...form.field('pwd')}>
          <PasswordInput {...form.control('pwd')} autoComplete="current-password" maxLength={128} />
        </FormField>
        {needsTotp ? (
          <>
            <Callout role="status">
              请再输入身份验证器显示的 6&nbsp;位数字。手机不在身边时，可以用一个恢复码代替。
            </Callout>
            <FormField label="动态口令或恢复码" required {...form.field('totp')}>
              <TextInput {...form.control('totp')} autoComplete="one-time-code" maxLength={12} autoFocus />
            </FormField>
          </>
        ) : null}
        <Button type="submit" variant="primary" size="large" block loading={form.running}>
          登录
        </Button>
      </FormStack>
    </AuthCard>
  );
};
