import { invoiceReasonLength } from '@ronghui/domain/invoice';
import { Dialog, FormField, FormStack, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { type InvoiceDetail, resolveInvoice } from './invoice-queries.ts';

interface ResolveProps {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

/** Says what the issuer's own records show of an invoice for which it never answered. @source R10.12 */
export const ResolveDialog = ({ invoice: { invoiceNo, version, withIssuer }, onClose }: ResolveProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `invoice-resolve-${invoiceNo}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '核实结果') }),
  });
  const send = async (): Promise<void> => {
    await attempt({ invoiceNo, version, reason: form.fields.reason }, resolveInvoice);
    form.clear();
    onClose();
    showToast('ok', '已解除等待，可以办理下一步');
  };
  const next =
    withIssuer?.step === 'reverse'
      ? '已红冲或没有红冲，都请随后再次办理红冲。'
      : '已开出的，请随后登记发票号码；没有开出的，可以重新开票或驳回。';
  return (
    <Dialog
      open
      title={`登记核实结果 ${invoiceNo}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          解除等待
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="登记核实结果" onSubmit={(event) => form.submit(event, { send })}>
        <p>请先到开票服务核实这张发票。{next}</p>
        <FormField label="核实结果" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={invoiceReasonLength} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
