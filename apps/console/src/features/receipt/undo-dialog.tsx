import { rmbText } from '@ronghui/domain/money';
import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { type ReceiptDetail, undoApplication } from './receipt-queries.ts';

/** An application to a bill that stands. */
export interface StandingPart {
  readonly billNo: string;
  readonly stepNo: number;
  /** Of the bill. */
  readonly version: number;
  readonly amount: ReceiptDetail['amount'];
}

/** The application of a row, where it can be undone: one to a bill that stands. */
export const standingPartOf = ({
  kind,
  itemNo,
  itemVersion,
  stepNo,
  amount,
  state,
}: ReceiptDetail['applications'][number]): StandingPart | undefined =>
  kind === 'bill' && state === 'applied' && stepNo !== undefined
    ? { billNo: itemNo, stepNo, version: itemVersion, amount }
    : undefined;

interface UndoProps {
  readonly part: StandingPart;
  readonly onClose: () => void;
}

/** Asks with bill and sum whether an application is undone, takes the reason, and undoes it. @source receipts 2.5, decision 0142 */
export const UndoDialog = ({ part: { billNo, stepNo, version, amount }, onClose }: UndoProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `receipt-undo-${billNo}-${stepNo}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '撤销的原因') }),
  });
  const send = async (): Promise<void> => {
    await attempt({ billNo, stepNo, version, reason: form.fields.reason }, undoApplication);
    form.clear();
    onClose();
    showToast('ok', '认款已撤销，商户会收到通知');
  };
  return (
    <Dialog
      open
      title="撤销认款？"
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant="danger" onCancel={onClose}>
          撤销认款
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="撤销认款" onSubmit={(event) => form.submit(event, { send })}>
        <p>
          认到账单 {billNo} 的 {rmbText(amount)} 将撤销：账单的这一部分恢复为未付，款项回到未认款。
          商户会收到通知，看到原因。账单已申请开票或已开票的，须先驳回申请或红冲发票。
        </p>
        <FormField label="撤销的原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
