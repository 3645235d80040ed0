import { Button, CodeInput, FormField, TextInput } from '@ronghui/ui';
import type { Form } from '@ronghui/web/forms/form';
import { type JSX, useState } from 'react';

/** Asks for the one-time password, or for a recovery code when the device is lost. @source R10.9 */
export const SecondFactorField = ({ form }: { form: Form<'totp'> }): JSX.Element => {
  const [recovers, setRecovers] = useState(false);
  const other = (
    <Button
      size="small"
      variant="ghost"
      onClick={() => {
        form.change({ totp: '' });
        form.unmark('totp');
        setRecovers(!recovers);
      }}
    >
      {recovers ? '用动态口令' : '用恢复码'}
    </Button>
  );
  return recovers ? (
    <FormField
      label="恢复码"
      required
      hint="开启动态口令时保存的恢复码，每个只能用一次"
      aside={other}
      {...form.field('totp')}
    >
      <TextInput {...form.control('totp')} maxLength={12} autoComplete="off" autoCapitalize="characters" />
    </FormField>
  ) : (
    <FormField
      label="动态口令"
      required
      hint="打开身份验证器，输入 6&nbsp;位数字"
      aside={other}
      {...form.field('totp')}
    >
      <CodeInput {...form.control('totp')} />
    </FormField>
  );
};
