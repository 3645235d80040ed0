import { Button, Callout, CodeInput, CopyButton, FormField, FormStack, QrPicture } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint } from '@ronghui/web/forms/hints';
import type { JSX } from 'react';
import { confirmTotp, type Enrolled, type TotpSecret } from './staff-queries.ts';
import css from './totp-steps.module.css';

/** Shows the secret and takes its first code. @source R11.1 */
export const TotpForm = ({
  secret,
  onEnrolled,
}: {
  secret: TotpSecret;
  onEnrolled: (reply: Enrolled) => void;
}): JSX.Element => {
  const form = useForm({
    name: 'totp',
    initial: { code: '' },
    secret: ['code'],
    hints: ({ code }) => ({ code: codeHint(code, '动态口令') }),
    places: { OPS100019: 'code' },
  });
  const send = async (): Promise<void> => {
    onEnrolled(await confirmTotp(form.fields.code));
    form.clear();
  };
  return (
    <FormStack id={form.id} aria-label="绑定动态口令" onSubmit={(event) => form.submit(event, { send })}>
      <p>一、用身份验证器（如 Microsoft Authenticator、1Password）扫描二维码，或手工输入密钥。</p>
      <div className={css.secret}>
        <QrPicture text={secret.otpauthUrl} label="动态口令的二维码" />
        <p className={css.key}>
          <code>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={secret.secret} label="复制密钥" />
        </p>
      </div>
      <FormField label="二、输入身份验证器显示的 6&nbsp;位数字" required {...form.field('code')}>
        <CodeInput {...form.control('code')} />
      </FormField>
      <Button type="submit" variant="primary" block loading={form.running}>
        绑定
      </Button>
    </FormStack>
  );
};

/** The recovery codes, which are shown once. */
export const RecoveryCodes = ({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }): JSX.Element => (
  <div className={css.saved}>
    <Callout tone="warn">
      以下恢复码只显示这一次。手机不在身边时，每个恢复码可以代替动态口令登录一次，请保存在安全的地方。
    </Callout>
    <ul className={css.codes} aria-label="恢复码">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <CopyButton text={codes.join('\n')} label="复制全部恢复码" />
    <Button variant="primary" block onClick={onSaved}>
      我已保存好
    </Button>
  </div>
);
