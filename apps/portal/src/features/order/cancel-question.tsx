import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { rmbText } from '@ronghui/domain/money';
import { FormField, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './order-drawer.module.css';
import { cancelOrder, type OrderDetail } from './order-queries.ts';

/** Asks before an order is cancelled, and why. @source R4.8, R10.2 */
export const CancelQuestion = ({ order, onClose }: { order: OrderDetail; onClose: () => void }): JSX.Element => {
  const [reason, setReason] = useState('');
  const attempt = useAttemptKey();
  const { orderNo, productName, totalAmount, status } = order;
  const apply = async (): Promise<void> => {
    const input = { orderNo, reason: reason.trim() || undefined };
    await attempt(input, cancelOrder);
    showToast('ok', '订单已取消');
  };
  return (
    <ConfirmPopup
      open
      danger
      onClose={onClose}
      title="取消这张订单？"
      confirmText="取消订单"
      cancelText="暂不取消"
      onConfirm={apply}
      errorText={(error) => errorText('order.cancel', error)}
    >
      <div className={css.question}>
        <p>
          将取消“{productName}”的订单 {orderNo}
          {totalAmount > 0 ? `，共 ${rmbText(totalAmount)}` : ''}。
          {status === 'pendingPayment' ? '请不要再按这张订单转账。' : ''}
          取消后不能恢复，仍需要的可以再次购买；不产生费用。
        </p>
        <FormField label="原因（选填）">
          <TextInput value={reason} onValueChange={setReason} maxLength={200} placeholder="帮助我们改进" />
        </FormField>
      </div>
    </ConfirmPopup>
  );
};
