import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { noteTenant } from './made-queries.ts';

interface TenantNoteDialogProps {
  readonly conversationId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A note on the merchant of a conversation, which stays where the conversation ends. @source service 5.4 */
export const TenantNoteDialog = ({ conversationId, name, onClose }: TenantNoteDialogProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `chat-tenant-note-${conversationId}`,
    initial: { content: '' },
    hints: ({ content }) => ({ content: content.trim() === '' ? '请输入备注' : undefined }),
  });
  const send = async (): Promise<void> => {
    await attempt({ conversationId, content: form.fields.content.trim() }, noteTenant);
    form.clear();
    onClose();
    showToast('ok', '备注已记在商户名下');
  };
  return (
    <Dialog
      open
      title={`商户备注 · ${name || '未命名商户'}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          保存备注
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="商户备注" onSubmit={(event) => form.submit(event, { send })}>
        <FormField
          label="备注"
          required
          hint="显示在商户的页面上，商户看不到；保存后不能修改"
          {...form.field('content')}
        >
          <TextArea {...form.control('content')} maxLength={2000} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
