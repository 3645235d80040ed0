import { actionsOn, isRenewable } from '@ronghui/domain/order';
import { Button } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { InvoiceLink } from '#features/invoice/invoice.shared.ts';
import { paths } from '#kernel/paths.ts';
import { missingConsents, type NextStep } from './next-step.ts';
import css from './order-drawer.module.css';
import type { OrderDetail } from './order-queries.ts';

/** What an action asks for is fetched once it is pressed; a test fetches it ahead. */
export const loadOrderSteps = {
  cancel: () => import('./cancel-question.tsx'),
  renew: () => import('./renew-drawer.tsx'),
  voucher: () => import('./payment/voucher-drawer.tsx'),
};
const CancelQuestion = lazyPart(loadOrderSteps.cancel);
const RenewDrawer = lazyPart(loadOrderSteps.renew);
const VoucherDrawer = lazyPart(loadOrderSteps.voucher);

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

/** The order is paid; whether an invoice covers it already says the application. @source R10.12 */
const isInvoiceable = ({ status, totalAmount }: OrderDetail): boolean =>
  totalAmount > 0 && (status === 'pendingActivation' || status === 'active' || status === 'expired');

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
      {isInvoiceable(order) ? <InvoiceLink kind="order" no={order.orderNo} /> : null}
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
