import { authorizationStatusNames } from '@ronghui/domain/authorization';
import { ordersUnderWay } from '@ronghui/domain/order';
import {
  Callout,
  CopyButton,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
  Tag,
  Timeline,
  type TimelineStep,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { LoanNote, QuoteLines } from '#features/purchase/purchase.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth, useSite } from '#kernel/start-up.ts';
import { OrderActions } from './order-actions.tsx';
import css from './order-drawer.module.css';
import { OrderPayment } from './order-payment.tsx';
import { type OrderDetail, useOrder } from './order-queries.ts';
import { OrderAmount, OrderTag, sizeText } from './order-rows.tsx';

/** One order: its status, what to do now, what was bought, and its history. @source R10.2 */
export const OrderDrawer = ({ orderNo, onClose }: { orderNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useOrder(orderNo);
  const mayWrite = useAuth()['order.write'] === true;
  usePageTitle(`订单 ${orderNo}`);
  const order = state.status === 'ready' ? state.data : undefined;
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="订单详情"
      actions={order !== undefined && mayWrite ? <OrderActions order={order} /> : undefined}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这张订单" text="请核对订单号，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => <Body order={detail} mayWrite={mayWrite} />}
      </PageState>
    </Drawer>
  );
};

const Body = ({ order, mayWrite }: { order: OrderDetail; mayWrite: boolean }): JSX.Element => (
  <div className={css.body}>
    <header className={css.head}>
      <div>
        <h3 className={css.name}>{order.productName}</h3>
        <p className={css.size}>{sizeText(order)}</p>
      </div>
      <div className={css.sum}>
        <OrderAmount amount={order.totalAmount} size="large" />
        <OrderTag status={order.status} />
      </div>
    </header>
    {isOnHold(order) ? <OnHold order={order} /> : <Next order={order} />}
    <OrderPayment order={order} mayWrite={mayWrite} isOnHold={isOnHold(order)} />
    <Section title="订单信息">
      <Facts columns={2} items={factsOf(order, orderFacts)} />
      <LoanNote rate={order.annualRate} orgName={order.orgName} />
    </Section>
    {order.items.length > 0 ? (
      <Section title="价格构成">
        <QuoteLines price={order} />
      </Section>
    ) : null}
    {order.agreements.length > 0 ? (
      <Section title="协议与授权">
        <Agreements order={order} />
      </Section>
    ) : null}
    <Section title="办理经过">
      <Timeline label="办理经过，最近的在前" steps={order.steps.map(timelineStep).toReversed()} />
    </Section>
  </div>
);

const Section = ({ title, children }: { title: string; children: React.ReactNode }): JSX.Element => (
  <section className={css.section}>
    <h3 className={css.title}>{title}</h3>
    {children}
  </section>
);

/** The consents of the order that are no longer in force. */
const missingOf = ({ agreements }: OrderDetail) => agreements.filter(({ status }) => status !== 'active');

/** For an open order with a consent that was withdrawn or ended: the order is on hold and must not be paid. @source R10.6 */
const isOnHold = (order: OrderDetail): boolean =>
  ordersUnderWay.some((status) => status === order.status) && missingOf(order).length > 0;

const OnHold = ({ order }: { order: OrderDetail }): JSX.Element => (
  <Callout tone="bad">
    订单所依据的
    {missingOf(order).map(({ recordId, title, status }) => (
      <a key={recordId} href={href(paths.authorizations({ open: recordId }))}>
        《{title}》（{authorizationStatusNames[status]}）
      </a>
    ))}
    不再有效，订单不能继续办理
    {order.status === 'pendingPayment' ? '，请不要付款' : ''}
    。愿意继续的，请在授权记录中重新授权；不需要的，可以取消订单。
  </Callout>
);

/** What happens next, and who has to act. */
const Next = ({ order }: { order: OrderDetail }): JSX.Element | null => {
  const { phone } = useSite().contacts;
  const last = order.steps.at(-1);
  if (order.waitsForCertification) {
    return (
      <Callout tone="warn">
        通过企业认证之后，订单才会继续审核。<a href={href(paths.verify())}>去认证</a>
      </Callout>
    );
  }
  switch (order.status) {
    case 'pendingReview':
      return <Callout>我们正在审核，结果会通知您。</Callout>;
    case 'pendingActivation':
      return <Callout>{order.totalAmount > 0 ? '款项已核对，' : ''}我们正在为您开通。</Callout>;
    case 'rejected':
      return <Callout tone="bad">未通过审核：{last?.reason ?? '—'}。改好之后可以再次购买。</Callout>;
    case 'active':
      return order.renewedByOrderNo === undefined ? null : (
        <Callout>
          已续费，后续订单 <a href={href(paths.order(order.renewedByOrderNo))}>{order.renewedByOrderNo}</a>
        </Callout>
      );
    case 'refunded':
      return (
        <Callout>
          已退款：{last?.reason ?? '—'}。款项退回原付款账户，有疑问致电 {phone}。
        </Callout>
      );
    case 'pendingPayment':
    case 'expired':
    case 'cancelled':
      return null;
  }
};

const termText = ({ termMonths }: OrderDetail): string | null => (termMonths === null ? null : `${termMonths} 个月`);

const Service = ({ activeFrom, expiresAt }: OrderDetail): JSX.Element => (
  <>
    <DateTime value={activeFrom} precision="date" />
    {expiresAt === undefined ? ' 起' : ' 至 '}
    {expiresAt === undefined ? null : <DateTime value={expiresAt} precision="date" />}
  </>
);

const orderFacts: DetailFacts<OrderDetail> = {
  orderNo: {
    label: '订单号',
    value: ({ orderNo }) => (
      <span className={css.copied}>
        {orderNo} <CopyButton text={orderNo} label="复制订单号" />
      </span>
    ),
  },
  pid: 'notShown',
  productName: 'elsewhere',
  skuId: 'notShown',
  skuName: 'elsewhere',
  createdAt: { label: '下单时间', value: ({ createdAt }) => <DateTime value={createdAt} /> },
  choice: ({ choice }) => choice,
  options: 'elsewhere',
  quantity: { label: '数量', value: ({ quantity, unit }) => `${quantity.toLocaleString('en-US')} ${unit}` },
  unit: 'elsewhere',
  termMonths: { label: '期限', value: termText },
  activeFrom: { label: '服务期', value: (order) => (order.activeFrom === undefined ? null : <Service {...order} />) },
  expiresAt: 'elsewhere',
  contact: { label: '联系人', value: ({ contact }) => contact && `${contact.name} ${contact.mobileMasked}` },
  orgName: { label: '机构', value: ({ orgName }) => orgName },
  renewsOrderNo: {
    label: '续费自',
    value: ({ renewsOrderNo }) => renewsOrderNo && <a href={href(paths.order(renewsOrderNo))}>{renewsOrderNo}</a>,
  },
  renewedByOrderNo: 'elsewhere',
  totalAmount: 'elsewhere',
  items: 'elsewhere',
  billing: 'notShown',
  annualRate: 'elsewhere',
  status: 'elsewhere',
  payBy: 'elsewhere',
  payee: 'elsewhere',
  vouchers: 'elsewhere',
  waitsForCertification: 'elsewhere',
  steps: 'elsewhere',
  agreements: 'elsewhere',
  version: 'notShown',
};

const Agreements = ({ order }: { order: OrderDetail }): JSX.Element => (
  <ul className={css.texts}>
    {order.agreements.map(({ recordId, title, version, status }) => (
      <li key={recordId}>
        <a href={href(paths.authorizations({ open: recordId }))}>
          《{title}》{version}
        </a>
        <Tag tone={status === 'active' ? 'ok' : 'neutral'}>{authorizationStatusNames[status]}</Tag>
      </li>
    ))}
  </ul>
);

type Step = OrderDetail['steps'][number];

const stepTitles: Readonly<Record<Step['action'], string>> = {
  submit: '提交订单',
  approve: '审核通过',
  reject: '审核未通过',
  cancel: '取消订单',
  lapse: '过了付款期限，自动取消',
  sendVoucher: '上传付款凭证',
  acceptPayment: '款项核对无误',
  sendBackPayment: '付款凭证被退回',
  activate: '开通',
  expire: '到期',
  refund: '退款',
  terminate: '终止',
};
const failedSteps: readonly Step['action'][] = ['reject', 'sendBackPayment', 'lapse'];

const timelineStep = ({ action, by, at, reason }: Step, place: number): TimelineStep => ({
  key: String(place),
  title: stepTitles[action],
  text: reason,
  note: (
    <>
      <DateTime value={at} precision="second" /> · {by}
    </>
  ),
  tone: failedSteps.includes(action) ? 'bad' : 'done',
});
