import { rmbText } from '@ronghui/domain/money';
import { Callout, CopyButton, DateTime, StepSlip, useOutcome } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import { missingConsents, missingText, type NextStep, timeLeftText } from './next-step.ts';
import type { OrderDetail } from './order-queries.ts';
import { OrderAmount } from './order-rows.tsx';
import css from './order-slip.module.css';
import { PayeeAccount, plainAmount } from './payment/payee-account.tsx';

interface SlipProps {
  readonly order: OrderDetail;
  readonly step: NextStep;
  /** @unit epoch ms */
  readonly now: number;
  readonly mayWrite: boolean;
}

/** What to do now, by whom and by when; where it is a payment, what to pay and to whom. @source R10.2 */
export const OrderSlip = ({ order, step, now, mayWrite }: SlipProps): JSX.Element => {
  // A sent voucher or a cancelled order is seen here, wherever the drawer was scrolled to.
  const outcome = useOutcome(`${order.status} ${order.voucherStatus ?? ''}`);
  return (
    <div ref={outcome}>
      {step.kind === 'none' ? (
        <Outcome order={order} />
      ) : (
        <Slip order={order} step={step} now={now} mayWrite={mayWrite} />
      )}
    </div>
  );
};

const Slip = ({ order, step, now, mayWrite }: SlipProps): JSX.Element => (
  <StepSlip
    title={step.title}
    tone={step.tone}
    left={step.until === undefined ? undefined : timeLeftText(Date.parse(step.until) - now)}
    text={textOf(order, step)}
  >
    <Payment order={order} step={step} />
    {step.who === '您' && !mayWrite ? <p className={css.remark}>{whoText(step)}</p> : null}
  </StepSlip>
);

/** Who of the tenant takes the step, for those who may not. */
const whoText = ({ kind }: NextStep): string => {
  if (kind === 'certify' || kind === 'consent') return '由主账号办理。';
  return '上传凭证由主账号或财务办理。';
};

const textOf = (order: OrderDetail, { kind }: NextStep): ReactNode => {
  const { payBy, totalAmount, vouchers } = order;
  switch (kind) {
    case 'consent':
      return <OnHold order={order} />;
    case 'certify':
      return '通过企业认证之后，订单才会继续审核。';
    case 'review':
      return '由平台办理：我们正在审核，结果会通知您。';
    case 'pay':
      return (
        <>
          请在 <DateTime value={payBy} /> 之前转账 {rmbText(totalAmount)} 并上传凭证；逾期未付，订单自动取消。
        </>
      );
    case 'payAgain':
      return (
        <>
          退回原因：{vouchers[0]?.reason ?? '—'}。款项若已付出，无需再次转账，请在 <DateTime value={payBy} />{' '}
          之前重新上传凭证。
        </>
      );
    case 'voucherCheck':
      return '由平台办理：凭证已提交，我们核对到账之后进入待开通。您现在无需再做什么。';
    case 'pastDue':
      return '没有在期限内收到付款凭证。请不要再按这张订单转账；仍需要的，可以再次购买。';
    case 'activation':
      return `由平台办理：${totalAmount > 0 ? '款项已核对，' : ''}我们正在为您开通。`;
    case 'none':
      return null;
  }
};

/** An order with a consent that was withdrawn or ended is on hold and must not be paid. @source R10.6 */
const OnHold = ({ order }: { order: OrderDetail }): JSX.Element => (
  <>
    订单所依据的
    {missingConsents(order).map((each) => (
      <a key={each.recordId} href={href(paths.authorizations({ open: each.recordId }))}>
        {missingText(each)}
      </a>
    ))}
    不再有效，订单不能继续办理
    {order.status === 'pendingPayment' ? '，请不要付款' : ''}
    。愿意继续的，请在授权记录中重新授权；不需要的，可以取消订单。
  </>
);

/** What to pay and to whom. A returned voucher does not ask for the transfer again: the account is a click away. */
const Payment = ({ order, step: { kind } }: Pick<SlipProps, 'order' | 'step'>): JSX.Element | null => {
  if (kind === 'pay') return <Payee order={order} />;
  if (kind === 'voucherCheck') return <Total order={order} />;
  if (kind !== 'payAgain') return null;
  return (
    <>
      <Total order={order} />
      <details className={css.details}>
        <summary>还没有转账？查看收款账户</summary>
        <Account order={order} />
      </details>
    </>
  );
};

const Payee = ({ order }: { order: OrderDetail }): JSX.Element => (
  <>
    <Total order={order} />
    <Account order={order} />
  </>
);

const Total = ({ order }: { order: OrderDetail }): JSX.Element => (
  <div className={css.amount}>
    <OrderAmount amount={order.totalAmount} size="statement" />
    <CopyButton text={plainAmount(order.totalAmount)} label="复制金额" />
  </div>
);

const Account = ({
  order: { payee, orderNo, paymentCode = orderNo, totalAmount },
}: {
  order: OrderDetail;
}): JSX.Element => <PayeeAccount payee={payee} reference={paymentCode} amount={totalAmount} />;

/** What became of an order that needs no step. */
const Outcome = ({ order }: { order: OrderDetail }): JSX.Element | null => {
  const { phone } = useSite().contacts;
  const reason = order.steps.at(-1)?.reason ?? '—';
  if (order.status === 'rejected') return <Callout tone="bad">已驳回：{reason}。改好之后可以再次购买。</Callout>;
  if (order.status === 'refunded') {
    return (
      <Callout>
        已退款：{reason}。款项退回原付款账户，有疑问致电 {phone}。
      </Callout>
    );
  }
  if (order.status !== 'active' || order.renewedByOrderNo === undefined) return null;
  return (
    <Callout>
      已续费，后续订单 <a href={href(paths.order(order.renewedByOrderNo))}>{order.renewedByOrderNo}</a>
    </Callout>
  );
};
