import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Drawer, FormField, FormStack, TextInput, todayInShanghai } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { useVoucherFiles, VoucherFilesField } from '#features/file/file.shared.ts';
import { useUser } from '#kernel/start-up.ts';
import { type OrderDetail, sendVoucher } from '../order-queries.ts';
import { paidDayHint, paidInstantOf, paidTextsOf, paidTimeHint } from './paid-at.ts';
import { PaidAtFields } from './paid-at-fields.tsx';

type Voucher = OrderDetail['vouchers'][number];

/** What the form begins with: of a returned voucher all that was given, so that only what was wrong is given again. */
const beginningOf = (returned: Voucher | undefined, tenant: string) =>
  returned === undefined
    ? { ...paidTextsOf(serverNow()), payerName: tenant }
    : { ...paidTextsOf(Date.parse(returned.paidAt)), payerName: returned.payerName };

interface VoucherProps {
  readonly order: OrderDetail;
  readonly onClose: () => void;
}

/** The form of a voucher, with its files and the submission. */
const useVoucher = ({ order: { orderNo, voucherStatus, vouchers }, onClose }: VoucherProps) => {
  const user = useUser();
  const tenant = user?.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name ?? '';
  const returned = voucherStatus === 'returned' ? vouchers[0] : undefined;
  const name = `voucher-${orderNo}-${returned?.voucherId ?? ''}`;
  const chosen = useVoucherFiles(name, returned?.files ?? []);
  const attempt = useAttemptKey();
  const today = todayInShanghai(serverNow());
  const form = useForm({
    name,
    initial: beginningOf(returned, tenant),
    hints: ({ paidAt, paidTime, payerName }) => ({
      paidAt: paidDayHint(paidAt, today),
      paidTime: paidTimeHint(paidTime),
      payerName: requiredHint(payerName, '付款方户名'),
    }),
  });
  const { paidAt, paidTime, payerName } = form.fields;
  const send = async (): Promise<void> => {
    const input = {
      orderNo,
      fileIds: await chosen.store(),
      paidAt: paidInstantOf(paidAt, paidTime),
      payerName: payerName.trim(),
    };
    await attempt(input, sendVoucher);
    form.clear();
    chosen.clear();
    showToast('ok', '凭证已提交，我们核对到账之后通知您');
    onClose();
  };
  return { form, chosen, today, returned, send };
};

/** Sends a voucher: the bank's slip, the time of payment, and the payer; it closes once the voucher is sent. @source R10.2 */
export const VoucherDrawer = (props: VoucherProps): JSX.Element => {
  const { form, chosen, today, returned, send } = useVoucher(props);
  const { order, onClose } = props;
  return (
    <Drawer
      open
      onClose={onClose}
      title={returned === undefined ? '上传凭证' : '重新上传凭证'}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          提交凭证
        </Button>
      }
    >
      <FormStack
        id={form.id}
        aria-label="上传付款凭证"
        onSubmit={(event) => form.submit(event, { isReady: chosen.isReady, send })}
      >
        {returned === undefined ? (
          <p>
            订单 {order.orderNo}，金额 {rmbText(order.totalAmount)}
          </p>
        ) : (
          <Callout tone="bad">退回原因：{returned.reason ?? '—'}。上次填写的内容已带入，只需改正有误的部分。</Callout>
        )}
        <VoucherFilesField chosen={chosen} />
        <PaidAtFields form={form} today={today} />
        <FormField label="付款方户名" {...form.field('payerName')}>
          <TextInput {...form.control('payerName')} maxLength={80} autoComplete="organization" />
        </FormField>
      </FormStack>
    </Drawer>
  );
};
