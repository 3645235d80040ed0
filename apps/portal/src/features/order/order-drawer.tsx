import { authorizationStatusNames } from '@ronghui/domain/authorization';
import {
  CopyButton,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  PrintHead,
  PrintOnPhone,
  Skeleton,
  Tag,
  Timeline,
  type TimelineStep,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useEffect, useEffectEvent } from 'react';
import { LoanNote, QuoteLines } from '#features/purchase/purchase.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { usePaper } from '#kernel/paper.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type NextStep, nextStepOf } from './next-step.ts';
import { OrderActions } from './order-actions.tsx';
import css from './order-drawer.module.css';
import { type OrderDetail, useOrder } from './order-queries.ts';
import { OrderAmount, OrderTag, sizeText, tagOf } from './order-rows.tsx';
import { OrderSlip } from './order-slip.tsx';
import { OrderVouchers } from './payment/order-vouchers.tsx';
import { usePresent } from './use-present.ts';

/** One order: its status, what to do now, what was bought, and its history. @source R10.2 */
export const OrderDrawer = ({ orderNo, onClose }: { orderNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useOrder(orderNo);
  const mayWrite = useAuth()['order.write'] === true;
  usePageTitle(`订单 ${orderNo}`);
  const order = state.status === 'ready' ? state.data : undefined;
  const payBy = order?.payBy;
  const now = usePresent(payBy);
  const isPastDue = payBy !== undefined && Date.parse(payBy) <= now;
  const reload = useEffectEvent(() => void query.refetch());
  // The deadline holds at its moment: the page asks for the order as it is from then on.
  useEffect(() => {
    if (isPastDue) reload();
  }, [isPastDue]);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="订单详情"
      actions={
        order === undefined ? undefined : (
          <OrderActions order={order} step={nextStepOf(order, now)} mayWrite={mayWrite} />
        )
      }
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这张订单" text="请核对订单号，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => <Body order={detail} step={nextStepOf(detail, now)} now={now} mayWrite={mayWrite} />}
      </PageState>
    </Drawer>
  );
};

interface BodyProps {
  readonly order: OrderDetail;
  readonly step: NextStep;
  /** @unit epoch ms */
  readonly now: number;
  readonly mayWrite: boolean;
}

const Body = ({ order, step, now, mayWrite }: BodyProps): JSX.Element => (
  <div className={css.body}>
    <PrintHead {...usePaper()} title={`订单 ${order.orderNo}`} />
    <div className={css.head}>
      <div>
        <h3 className={css.name}>{order.productName}</h3>
        <p className={css.size}>{sizeText(order)}</p>
      </div>
      <div className={css.sum}>
        <OrderAmount amount={order.totalAmount} size="large" />
        <OrderTag {...tagOf(order)} />
      </div>
    </div>
    <OrderSlip order={order} step={step} now={now} mayWrite={mayWrite} />
    {order.vouchers.length > 0 ? (
      <Section title="付款凭证">
        <OrderVouchers vouchers={order.vouchers} />
      </Section>
    ) : null}
    <Section title="订单信息">
      <Facts columns={2} items={factsOf(order, orderFacts)} />
      <LoanNote rate={order.annualRate} orgName={order.orgName} />
      <p className={css.ask}>
        <a href={href(paths.chat({ card: `order.${order.orderNo}` }))}>咨询这张订单</a>
      </p>
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
      <Timeline label="办理经过，最近的在前" steps={order.steps.map(timelineStep).reverse()} />
    </Section>
    <PrintOnPhone onPrint={() => print()} />
  </div>
);

const Section = ({ title, children }: { title: string; children: React.ReactNode }): JSX.Element => (
  <section className={css.section}>
    <h3 className={css.title}>{title}</h3>
    {children}
  </section>
);

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
  voucherStatus: 'elsewhere',
  paymentCode: 'elsewhere',
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
  reject: '驳回',
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
