import { Button, Drawer, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { updateUserName } from './safety-queries.ts';

/** Changes the user's name in records and for other members. @source R10.7 */
export const NameDrawer = ({ name, onClose }: { name: string; onClose: () => void }): JSX.Element => {
  const form = useForm({
    name: 'user-name',
    initial: { name },
    hints: (fields) => ({ name: requiredHint(fields.name, '名称') }),
  });
  const send = async (): Promise<void> => {
    await updateUserName(form.fields.name.trim());
    form.clear();
    showToast('ok', '名称已修改');
    onClose();
  };
  return (
    <Drawer
      open
      title="修改名称"
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          保存
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="修改名称" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="名称" required hint="成员列表、订单与授权记录里这样称呼您" {...form.field('name')}>
          <TextInput {...form.control('name')} maxLength={60} autoComplete="name" />
        </FormField>
      </FormStack>
    </Drawer>
  );
};
