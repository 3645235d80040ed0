import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import type { JSX } from 'react';

interface NoteDialogProps {
  readonly name: string;
  readonly conversationId: string;
  readonly onClose: () => void;
  readonly onSave: (content: string) => Promise<void>;
}

/** An internal note beside a conversation; what is typed stays until it is stored. @source service 1.3 */
export const NoteDialog = ({ name, conversationId, onClose, onSave }: NoteDialogProps): JSX.Element => {
  const form = useForm({
    name: `chat-note-${conversationId}`,
    initial: { content: '' },
    hints: ({ content }) => ({ content: content.trim() === '' ? '请输入备注' : undefined }),
  });
  const send = async (): Promise<void> => {
    await onSave(form.fields.content.trim());
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      title={`内部备注 · ${name}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          保存备注
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="内部备注" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="备注" hint="同事可见，客户看不到；保存后不能修改" {...form.field('content')}>
          <TextArea {...form.control('content')} maxLength={2000} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
