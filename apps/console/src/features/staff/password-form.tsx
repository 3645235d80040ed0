import { Button, FormField, FormStack, PasswordInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import type { JSX } from 'react';
import { changePassword } from './staff-queries.ts';
import { passwordRule } from './staff-words.ts';

/** Changes one's own password with the old one, or with the one-time one. @source R5.2, R11.1 */
export const PasswordForm = ({ oldLabel, onDone }: { oldLabel: string; onDone: () => void }): JSX.Element => {
  const form = useForm({
    name: 'change-password',
    initial: { oldPwd: '', newPwd: '', again: '' },
    secret: ['oldPwd', 'newPwd', 'again'],
    hints: ({ oldPwd, newPwd, again }) => ({
      oldPwd: oldPwd === '' ? `请输入${oldLabel}` : undefined,
      newPwd: newPwd === '' ? '请设置新密码' : newPwd === oldPwd ? '新密码不能与原密码相同' : undefined,
      again: again === newPwd ? undefined : '两次输入的新密码不一致',
    }),
    places: {
      OPS100011: 'oldPwd',
      OPS01001: 'oldPwd',
      RHST005: 'oldPwd',
      OPS10003: 'oldPwd',
      OPS01003: 'oldPwd',
      OPS100012: 'oldPwd',
      OPSB0009: 'newPwd',
      OPS01002: 'newPwd',
    },
  });
  const send = async (): Promise<void> => {
    const { oldPwd, newPwd } = form.fields;
    await changePassword({ oldPwd, newPwd });
    form.clear();
    onDone();
  };
  return (
    <FormStack id={form.id} aria-label="修改密码" onSubmit={(event) => form.submit(event, { send })}>
      <FormField label={oldLabel} required {...form.field('oldPwd')}>
        <PasswordInput {...form.control('oldPwd')} autoComplete="current-password" maxLength={128} />
      </FormField>
      <FormField label="新密码" rule={passwordRule} required {...form.field('newPwd')}>
        <PasswordInput {...form.control('newPwd')} autoComplete="new-password" maxLength={128} />
      </FormField>
      <FormField label="再输入一次新密码" required {...form.field('again')}>
        <PasswordInput {...form.control('again')} autoComplete="new-password" maxLength={128} />
      </FormField>
      <Button type="submit" variant="primary" block loading={form.running}>
        修改密码
      </Button>
    </FormStack>
  );
};
