import { Dialog, FormField, FormStack, SubmitActions, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { type Mapping, saveSource } from './ledger-queries.ts';

const longest = 40;

interface SourceProps {
  readonly mapping: Mapping;
  /** The source that is followed, whose name is the first proposal. */
  readonly source: string | undefined;
  readonly onClose: () => void;
}

/** Remembers the columns and formats under a name; a file with the same columns follows them. @source R13.1 */
export const SourceDialog = ({ mapping, source, onClose }: SourceProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: 'recon-source',
    initial: { name: source ?? '' },
    hints: ({ name }) => ({ name: requiredHint(name, '来源名称') }),
    places: { RHRE002: 'name' },
  });
  const send = async (): Promise<void> => {
    await attempt({ name: form.fields.name.trim(), mapping }, saveSource);
    form.clear();
    showToast('ok', '来源已保存，下次上传同样列的文件会自动沿用');
    onClose();
  };
  return (
    <Dialog
      open
      title="保存为来源"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          保存
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="保存为来源" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="来源名称" required hint="例如“财务系统导出”。同名的来源会被替换。" {...form.field('name')}>
          <TextInput {...form.control('name')} maxLength={longest} autoComplete="off" />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
