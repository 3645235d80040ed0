import { Button, Callout, CodeInput, CopyButton, Drawer, FormField, FormStack, QrPicture } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { codeHint } from '@ronghui/web/forms/hints';
import { type JSX, useState } from 'react';
import { confirmTotp, type TotpSecret } from './safety-queries.ts';
import css from './totp-drawer.module.css';

/** Sets up the one-time password: shows the secret, checks the first code, and shows the recovery codes once. @source R10.9 */
export const TotpDrawer = ({ secret, onClose }: { secret: TotpSecret; onClose: () => void }): JSX.Element => {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    name: 'totp',
    initial: { code: '' },
    secret: ['code'],
    hints: ({ code }) => ({ code: codeHint(code, '动态口令') }),
    places: { OPS100019: 'code' },
  });
  const send = async (): Promise<void> => {
    setCodes(await confirmTotp(form.fields.code));
    form.clear();
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Drawer
      open
      title="开启动态口令"
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          开启
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="开启动态口令" onSubmit={(event) => form.submit(event, { send })}>
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
      </FormStack>
    </Drawer>
  );
};

const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): JSX.Element => (
  <Drawer
    open
    title="动态口令已开启"
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        我已保存好
      </Button>
    }
  >
    <Callout tone="warn">
      以下恢复码只显示这一次。手机丢失时，每个恢复码可以代替动态口令登录一次，请保存在安全的地方。
    </Callout>
    <ul className={css.codes} aria-label="恢复码">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <CopyButton text={codes.join('\n')} label="复制全部恢复码" />
  </Drawer>
);
