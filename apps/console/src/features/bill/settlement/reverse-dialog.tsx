import { billStatusNames } from '@ronghui/domain/bill';
import { addFen, rmbText } from '@ronghui/domain/money';
import { Dialog, FormField, FormStack, formatDateTime, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { BillBehind, type Since } from './bill-changed.tsx';
import { reversePayment, type SettledDetail } from './settlement-queries.ts';
import { paymentWord, reverseWord } from './settlement-words.ts';

interface ReverseDialogProps {
  readonly bill: SettledDetail;
  readonly payment: SettledDetail['settlements'][number];
  /** What others did to the bill since, which has to be read first. */
  readonly since: Since;
  readonly onReversed: (version: number) => void;
  readonly onClose: () => void;
}

/** What becomes of a bill once a payment of it is taken back. */
const effectText = ({ bill, payment }: Pick<ReverseDialogProps, 'bill' | 'payment'>): string => {
  const open = rmbText(addFen(bill.remainingAmount, payment.amount));
  const state = bill.status === 'settled' ? `账单恢复为${billStatusNames.confirmed}` : '账单状态不变';
  const voucher = bill.vouchers.length === 0 ? '' : '只经这笔款项核对过的付款凭证，回到待核对。';
  return `${state}，未结清金额变为 ${open}。${voucher}`;
};

/** What can follow: a bill that was settled may be disputed again, and one that waits for its merchant takes no payment. @source R4.9, decision 0074 */
const nextText = ({ status, canSettle }: SettledDetail): string => {
  if (status === 'settled') return '需要时用同一流水号重新登记；在重新结清之前，商户可以按规则再次提出差异。';
  return canSettle ? '需要时用同一流水号重新登记。' : '商户再次确认之前不能重新登记；在此之前的调整不受这笔款项约束。';
};

/** Asks with merchant, bill, sum and moment whether a payment is taken back, takes the reason, and takes it back. @source R4.9, R11.6 */
export const ReverseDialog = ({ bill, payment, since, onReversed, onClose }: ReverseDialogProps): JSX.Element => {
  const { billNo, version, tenantName } = bill;
  const { stepNo, amount, at, serial } = payment;
  const title = reverseWord(bill);
  const attempt = useAttemptKey();
  const form = useForm({
    name: `reverse-${billNo}-${stepNo}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '撤销的原因') }),
  });
  const send = async (): Promise<void> => {
    const reply = await attempt({ billNo, stepNo, version, reason: form.fields.reason }, reversePayment);
    onReversed(reply.version);
    form.clear();
    onClose();
    showToast('ok', `${paymentWord(bill)}已撤销，商户会收到通知`);
  };
  return (
    <Dialog
      open
      title={`${title}？`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant="danger" disabled={since !== undefined} onCancel={onClose}>
          {title}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label={title} onSubmit={(event) => form.submit(event, { send })}>
        <BillBehind since={since} step="撤销" />
        <p>
          将撤销{tenantName}账单 {billNo} 于 {formatDateTime(at)} 登记的{paymentWord(bill)} {rmbText(amount)}
          （银行流水号 {serial}）。
        </p>
        <p>
          {effectText({ bill, payment })}
          商户会收到通知，看到原因。原登记与这次撤销都留在办理经过里，撤销不能恢复。{nextText(bill)}
        </p>
        <FormField label="撤销的原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
