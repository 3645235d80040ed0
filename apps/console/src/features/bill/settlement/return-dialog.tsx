import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { BillBehind, type Since } from './bill-changed.tsx';
import { returnVoucher, type SettledDetail } from './settlement-queries.ts';

interface ReturnDialogProps {
  readonly bill: SettledDetail;
  readonly voucher: SettledDetail['vouchers'][number];
  /** What others did to the bill since, which has to be read first. */
  readonly since: Since;
  readonly onReturned: (version: number) => void;
  readonly onClose: () => void;
}

/** Says what sending a voucher back does, takes the reason, and sends it back. @source R10.3, R11.6 */
export const ReturnDialog = ({ bill, voucher, since, onReturned, onClose }: ReturnDialogProps): JSX.Element => {
  const { billNo, version } = bill;
  const { voucherId, billNos } = voucher;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `return-${voucherId}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '退回的原因') }),
  });
  const send = async (): Promise<void> => {
    const reply = await attempt({ billNo, voucherId, version, reason: form.fields.reason }, returnVoucher);
    onReturned(reply.version);
    form.clear();
    onClose();
    showToast('ok', '凭证已退回');
  };
  return (
    <Dialog
      open
      title={`退回凭证 ${billNo}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} disabled={since !== undefined} onCancel={onClose}>
          退回凭证
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="退回凭证" onSubmit={(event) => form.submit(event, { send })}>
        <BillBehind since={since} step="退回" />
        <p>
          账单状态不变，仍待付款；商户会收到通知，看到原因，可以重新上传。
          {billNos.length > 1 ? `这份凭证涵盖 ${billNos.length}\u00a0张账单，对它们一并退回。` : ''}
        </p>
        <FormField label="退回的原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
