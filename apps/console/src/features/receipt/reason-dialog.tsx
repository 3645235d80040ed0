import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX, ReactNode } from 'react';

interface ReasonProps {
  /** Under which what was typed is kept. */
  readonly name: string;
  /** Such as 撤销认款, which the title asks. */
  readonly step: string;
  /** The button's word, where it is shorter. */
  readonly press?: string;
  /** The verb of the reason's label, such as 撤销. */
  readonly verb: string;
  readonly done: string;
  /** What happens, with sums and numbers. */
  readonly children: ReactNode;
  readonly send: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks whether a step of a receipt is taken back, says what that changes, and takes the reason. @source receipts 2.5 */
export const ReasonDialog = ({
  name,
  step,
  press = step,
  verb,
  done,
  children,
  send,
  onClose,
}: ReasonProps): JSX.Element => {
  const label = `${verb}的原因`;
  const form = useForm({
    name,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, label) }),
  });
  const sendAndClose = async (): Promise<void> => {
    await send(form.fields.reason);
    form.clear();
    onClose();
    showToast('ok', done);
  };
  return (
    <Dialog
      open
      title={`${step}？`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant="danger" onCancel={onClose}>
          {press}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label={step} onSubmit={(event) => form.submit(event, { send: sendAndClose })}>
        <p>{children}</p>
        <FormField label={label} required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
