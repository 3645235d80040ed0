import { Dialog, FormField, FormStack, Select, SubmitActions, TextArea } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import type { JSX } from 'react';
import { categories } from './figures/reception-categories.ts';

interface EndDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onEnd: (summary: { category: string; summary?: string }) => Promise<void>;
}

/** The end of a reception with its summary. @source service 1.4, 5.2 */
export const EndDialog = ({ name, onClose, onEnd }: EndDialogProps): JSX.Element => {
  const form = useForm({
    name: 'chat-end',
    initial: { category: '其他', summary: '' },
    hints: () => ({}),
  });
  const send = async (): Promise<void> => {
    const { category, summary } = form.fields;
    const words = summary.trim();
    await onEnd(words === '' ? { category } : { category, summary: words });
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      title={`结束接待 · ${name}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          结束接待
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="结束接待" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="类别" {...form.field('category')}>
          <Select options={categories} {...form.control('category')} />
        </FormField>
        <FormField label="小结" hint="客户看不到；再写来就是新的接待" {...form.field('summary')}>
          <TextArea {...form.control('summary')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
