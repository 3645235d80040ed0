import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { rmbText } from '@ronghui/domain/money';
import { actionsOn, isRenewable } from '@ronghui/domain/order';
import { Button, FormField, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { href } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { missingConsents, type NextStep } from './next-step.ts';
import css from './order-drawer.module.css';
import { cancelOrder, type OrderDetail } from './order-queries.ts';
import { RenewDrawer } from './renew-drawer.tsx';
import { VoucherDrawer } from './voucher-drawer.tsx';

/** The status with the other inputs of the domain's table. */
const stateOf = ({ status, totalAmount, vouchers, waitsForCertification }: OrderDetail) => ({
  status,
  totalAmount,
  isCertified: !waitsForCertification,
  hasVoucher: vouchers.some((voucher) => voucher.status === 'waiting'),
});

const mayRenew = ({ status, termMonths, renewedByOrderNo }: OrderDetail): boolean =>
  isRenewable(status) && termMonths !== null && renewedByOrderNo === undefined;

/** The link to buy again with the same configuration. */
const againHref = ({ pid, skuId, quantity, termMonths, options }: OrderDetail): string =>
  href(
    paths.skuConfig(pid, 'purchase', {
      sku: skuId,
      quantity: String(quantity),
      ...(termMonths !== null && { term: String(termMonths) }),
      options: Object.entries(options)
        .map(([key, value]) => `${key}.${value}`)
        .join('~'),
    }),
  );

interface ActionsProps {
  readonly order: OrderDetail;
  readonly step: NextStep;
  readonly mayWrite: boolean;
}

/** The actions on an order that the domain's table allows now: the next step stands out, cancelling is quiet. @source R4.8, R10.2 */
export const OrderActions = ({ order, step, mayWrite }: ActionsProps): JSX.Element => {
  const [asks, setAsks] = useState<'cancel' | 'renew' | 'voucher'>();
  const close = () => setAsks(undefined);
  const allowed = mayWrite && step.kind !== 'pastDue' ? actionsOn(stateOf(order), 'merchant') : [];
  const isOver = mayWrite && allowed.length === 0;
  return (
    <>
      {allowed.includes('cancel') ? (
        <Button variant="ghost" onClick={() => setAsks('cancel')}>
          取消订单
        </Button>
      ) : null}
      <Button className={css.print ?? ''} onClick={() => print()}>
        打印
      </Button>
      {isOver ? <Button href={againHref(order)}>再次购买</Button> : null}
      {mayWrite && mayRenew(order) ? (
        <Button variant="primary" onClick={() => setAsks('renew')}>
          续费
        </Button>
      ) : null}
      {mayWrite ? <NextAction order={order} step={step} onVoucher={() => setAsks('voucher')} /> : null}
      {asks === 'cancel' ? <CancelQuestion order={order} onClose={close} /> : null}
      {asks === 'renew' ? <RenewDrawer order={order} onClose={close} /> : null}
      {asks === 'voucher' ? <VoucherDrawer order={order} onClose={close} /> : null}
    </>
  );
};

type NextActionProps = Pick<ActionsProps, 'order' | 'step'> & { readonly onVoucher: () => void };

const NextAction = ({ order, step: { kind }, onVoucher }: NextActionProps): JSX.Element | null => {
  const [missing] = missingConsents(order);
  switch (kind) {
    case 'pay':
    case 'payAgain':
      return (
        <Button variant="primary" onClick={onVoucher}>
          {kind === 'pay' ? '上传凭证' : '重新上传凭证'}
        </Button>
      );
    case 'voucherCheck':
      return isReplaceable(order) ? <Button onClick={onVoucher}>更换凭证</Button> : null;
    case 'certify':
      return (
        <Button variant="primary" href={href(paths.verify())}>
          去认证
        </Button>
      );
    case 'consent':
      return missing === undefined ? null : (
        <Button variant="primary" href={href(paths.authorizations({ open: missing.recordId }))}>
          去重新授权
        </Button>
      );
    case 'review':
    case 'pastDue':
    case 'activation':
    case 'none':
      return null;
  }
};

/** A waiting voucher is replaced only until the deadline. */
const isReplaceable = ({ payBy }: OrderDetail): boolean => payBy !== undefined && Date.parse(payBy) > serverNow();

const CancelQuestion = ({ order, onClose }: { order: OrderDetail; onClose: () => void }): JSX.Element => {
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
