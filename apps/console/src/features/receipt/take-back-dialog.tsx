import { rmbText } from '@ronghui/domain/money';
import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { type ReceiptDetail, takeBackReceipt } from './receipt-queries.ts';

interface TakeBackProps {
  readonly receipt: ReceiptDetail;
  readonly onClose: () => void;
}

/** Asks with sum and number whether money that never arrived is taken back, and why. @source receipts 1.3, decision 0140 */
export const TakeBackDialog = ({
  receipt: { receiptNo, version, unappliedAmount },
  onClose,
}: TakeBackProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `receipt-take-back-${receiptNo}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '撤回的原因') }),
  });
  const send = async (): Promise<void> => {
    await attempt({ receiptNo, version, reason: form.fields.reason }, takeBackReceipt);
    form.clear();
    onClose();
    showToast('ok', '未认款已撤回');
  };
  return (
    <Dialog
      open
      title="撤回未认款？"
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant="danger" onCancel={onClose}>
          撤回
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="撤回未认款" onSubmit={(event) => form.submit(event, { send })}>
        <p>
          收款 {receiptNo} 的未认款 {rmbText(unappliedAmount)} 没有到账，是登记有误：收款金额减去这一部分。
          已认到账单与订单的部分不变。
        </p>
        <FormField label="撤回的原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
