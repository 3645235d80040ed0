import { Dialog, FormField, SubmitActions, TextArea } from '@ronghui/ui';
import { type FormEvent, type JSX, useId, useState } from 'react';

interface NoteDialogProps {
  /** 2 项 */
  readonly subject: string;
  readonly note: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSave: (note: string) => void;
}

/** Writes one note on the items. */
export const NoteDialog = ({ subject, note, busy, onClose, onSave }: NoteDialogProps): JSX.Element => {
  const [text, setText] = useState(note);
  const formId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(text.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`备注 ${subject}`}
      actions={
        <SubmitActions form={{ id: formId, running: busy }} onCancel={onClose}>
          保存备注
        </SubmitActions>
      }
    >
      <form id={formId} onSubmit={submit}>
        <FormField label="备注" hint="会印在导出的结果里；留空即清除">
          <TextArea value={text} onValueChange={setText} maxLength={200} rows={3} />
        </FormField>
      </form>
    </Dialog>
  );
};
