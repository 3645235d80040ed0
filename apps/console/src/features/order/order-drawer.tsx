import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { orderStatusNames } from '@ronghui/domain/order';
import {
  AlsoOpen,
  Amount,
  Callout,
  DateTime,
  type DetailFacts,
  DetailHead,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
  Timeline,
} from '@ronghui/ui';
import type { JSX } from 'react';
import { ListedNeighbours, OwnerBar } from '#features/desk/desk.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { useCurrent, useSeen } from '#kernel/seen.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './order.module.css';
import { OrderActions } from './order-actions.tsx';
import { OrderChanged } from './order-changed.tsx';
import { type OrderDetail, useOrder, useWatch } from './order-queries.ts';
import { OrderTag } from './order-rows.tsx';
import { OrderVouchers } from './order-vouchers.tsx';
import { actionNames, clockText, nextStepText } from './order-words.ts';

const facts: DetailFacts<OrderDetail> = {
  status: 'elsewhere',
  orderNo: ({ orderNo }) => [{ label: '订单号', value: orderNo }],
  paymentCode: ({ paymentCode }) => [{ label: '附言码', value: paymentCode }],
  tenantName: 'elsewhere',
  productName: 'elsewhere',
  quantity: ({ quantity, unit, termMonths }) => [
    { label: '数量', value: `${quantity}\u00a0${unit}` },
    { label: '期限', value: termMonths === null ? '' : `${termMonths}\u00a0个月` },
  ],
  choice: ({ choice }) => choice,
  items: ({ items }) => items.map(({ label, amount }) => ({ label, value: <Amount text={rmbText(amount)} /> })),
  totalAmount: 'elsewhere',
  contact: ({ contact }) => [
    { label: '联系人', value: contact === undefined ? '' : `${contact.name} ${contact.mobileMasked}` },
  ],
  orgName: ({ orgName }) => [{ label: '机构', value: orgName }],
  annualRate: ({ annualRate }) => [{ label: '年化利率', value: annualRate }],
  renewsOrderNo: ({ renewsOrderNo }) => [{ label: '续费自', value: renewsOrderNo }],
  renewedByOrderNo: ({ renewedByOrderNo }) => [{ label: '续费订单', value: renewedByOrderNo }],
  createdAt: ({ createdAt }) => [{ label: '下单时间', value: <DateTime value={createdAt} /> }],
  payBy: ({ payBy }) => [{ label: '付款期限', value: payBy === undefined ? '' : <DateTime value={payBy} /> }],
  activeFrom: ({ activeFrom, expiresAt }) => [
    {
      label: '服务期',
      value:
        activeFrom === undefined ? (
          ''
        ) : (
          <>
            <DateTime value={activeFrom} /> 至 {expiresAt === undefined ? '没有期限' : <DateTime value={expiresAt} />}
          </>
        ),
    },
  ],
  agreements: ({ agreements }) => [
    {
      label: '协议与授权',
      value: agreements.map(({ title, status }) => (status === 'active' ? title : `${title}（已失效）`)).join('、'),
    },
  ],
  skuName: 'elsewhere',
  skuId: 'notShown',
  unit: 'elsewhere',
  billing: 'notShown',
  options: 'notShown',
  termMonths: 'elsewhere',
  waitsForCertification: 'elsewhere',
  steps: 'elsewhere',
  payee: 'elsewhere',
  vouchers: 'elsewhere',
  voucherStatus: 'elsewhere',
  expiresAt: 'elsewhere',
  isCertified: 'elsewhere',
  actions: 'elsewhere',
  tenantId: 'notShown',
  pid: 'notShown',
  version: 'notShown',
};

/** One order: what it is, what it waits for, its vouchers beside the payment, and the steps that staff may take. @source R11.5 */
export const OrderDrawer = ({ orderNo, onClose }: { orderNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useOrder(orderNo);
  usePageTitle(state.status === 'ready' ? `订单 ${orderNo}` : undefined);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="订单"
      beside={<ListedNeighbours list="orders" at={orderNo} unit="笔" />}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这笔订单" />}
        onRetry={() => void query.refetch()}
      >
        {(order) => <OrderBody key={order.orderNo} order={order} onRefresh={() => void query.refetch()} />}
      </PageState>
    </Drawer>
  );
};

/** Its amount, what it buys and for whom. */
const Head = ({ order }: { order: OrderDetail }): JSX.Element => (
  <DetailHead
    subject={`${order.productName}（${order.skuName}）`}
    tag={<OrderTag {...order} />}
    word={providerDirectionNames.payable}
    main={<Amount text={rmbText(order.totalAmount)} size="statement" />}
    parties={`${order.tenantName}（${order.isCertified ? '已认证' : '未认证'}）`}
  />
);

/** What staff work on. */
const waits: ReadonlySet<OrderDetail['status']> = new Set(['pendingReview', 'pendingPayment', 'pendingActivation']);

const OrderBody = ({ order, onRefresh }: { order: OrderDetail; onRefresh: () => void }): JSX.Element => {
  const mayWrite = useAuth()['ops.order.write'] === true;
  const watch = useWatch(order.orderNo);
  const seen = useSeen({ id: order.orderNo, version: order.version, steps: order.steps });
  useCurrent({ newest: watch?.version, version: order.version, onRefresh });
  const next = nextStepText(order);
  const clock = clockText(order);
  return (
    <div className={css.body}>
      <Head order={order} />
      <OrderChanged seen={seen} />
      <AlsoOpen others={watch?.others} what="这笔订单" />
      {next === '' && clock === '' ? null : (
        <Callout>
          {next} {clock}
        </Callout>
      )}
      {waits.has(order.status) ? <OwnerBar kind="order" objectId={order.orderNo} mayTake={mayWrite} /> : null}
      {mayWrite ? <OrderActions order={order} seen={seen} /> : null}
      <OrderVouchers order={order} />
      <Facts columns={2} items={factsOf(order, facts)} />
      <Timeline
        label="办理经过"
        steps={[...order.steps].reverse().map(({ action, to, by, at, reason }) => ({
          key: `${at} ${action}`,
          title: `${actionNames[action]} → ${orderStatusNames[to]}`,
          tone: action === 'reject' || action === 'sendBackPayment' ? 'bad' : 'done',
          note: (
            <>
              <DateTime value={at} /> · {by}
            </>
          ),
          text: reason,
        }))}
      />
    </div>
  );
};
