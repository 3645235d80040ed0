import { CallError } from '@ronghui/client';
import { Dialog, FormField, FormStack, SubmitActions, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { mobileHint } from '@ronghui/web/forms/hints';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { findUser } from './user/user-queries.ts';

/** Finds a user by the whole mobile, which goes sealed and never into the address. @source R3.1, security 1.1 (14.2.1) */
export const FindUserDialog = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const form = useForm({
    name: 'find-user',
    initial: { mobile: '' },
    secret: ['mobile'],
    hints: ({ mobile }) => ({ mobile: mobileHint(mobile) }),
  });
  const send = async (): Promise<void> => {
    try {
      const { userId } = await findUser({ mobile: form.fields.mobile });
      form.clear();
      onClose();
      navigate(paths.users({ open: userId }));
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 404) throw error;
      showToast('info', '没有使用这个手机号的用户');
    }
  };
  return (
    <Dialog
      open
      title="按手机号查找用户"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          查找
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="按手机号查找用户" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="手机号" hint="须是完整的号码；查找会留下记录。" required {...form.field('mobile')}>
          <TextInput {...form.control('mobile')} type="tel" inputMode="tel" autoComplete="off" maxLength={20} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
