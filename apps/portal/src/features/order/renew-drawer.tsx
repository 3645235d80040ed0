import type { CallError } from '@ronghui/client';
import { noFen } from '@ronghui/domain/money';
import { termOf } from '@ronghui/domain/order';
import {
  Button,
  Callout,
  Drawer,
  EmptyState,
  FormStack,
  formatDateTime,
  PageState,
  SegmentedOptions,
  Skeleton,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { href, navigate } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useAgreementBoxes } from '#features/agreement/agreement.shared.ts';
import {
  LoanNote,
  type Product,
  PurchaseAgreements,
  QuoteLines,
  useConfigProduct,
  useQuote,
} from '#features/purchase/purchase.shared.ts';
import { paths } from '#kernel/paths.ts';
import css from './order-drawer.module.css';
import { type OrderDetail, renewOrder } from './order-queries.ts';

interface RenewProps {
  readonly order: OrderDetail;
  readonly onClose: () => void;
}

/** Renews an order: another term at the present price. @source R10.2 */
export const RenewDrawer = ({ order, onClose }: RenewProps): JSX.Element => {
  const renewal = useRenewal(order, onClose);
  const { form, quote, canRenew } = renewal;
  const gone = (
    <EmptyState
      kind="search"
      title="这个规格已经调整，不能续费"
      text="请用“再次购买”按现在的规格重新选择。"
      action={<Button href={href(paths.product(order.pid))}>选购产品</Button>}
    />
  );
  return (
    <Drawer
      open
      onClose={onClose}
      title="续费"
      actions={
        canRenew ? (
          <Button
            type="submit"
            form={form.id}
            variant="primary"
            loading={form.running}
            disabled={quote.price === undefined || quote.isBusy}
          >
            提交续费订单
          </Button>
        ) : undefined
      }
    >
      <PageState
        state={renewal.state}
        loading={<Skeleton shape="row" count={5} />}
        empty={gone}
        onRetry={() => void renewal.reload()}
      >
        {(product) => {
          if (canRenew) return <RenewForm order={order} renewal={renewal} product={product} />;
          return quote.isNegotiated ? <Negotiated pid={order.pid} /> : gone;
        }}
      </PageState>
    </Drawer>
  );
};

const Negotiated = ({ pid }: { pid: string }): JSX.Element => (
  <Callout>
    这个规格现在按实际情况报价，不能直接续费。
    <a href={href(paths.leadForm({ topic: 'consult', pid }))}>联系我们报价</a>
  </Callout>
);

/** Whether a consent of the former order holds to the end of the new term. */
const holdsTo = ({ status, validTo }: OrderDetail['agreements'][number], end: Date | null): boolean => {
  if (status !== 'active') return false;
  return validTo == null || (end !== null && new Date(validTo) >= end);
};

/** The agreements that a renewal asks for: those whose present version no consent of the former order covers. @source R10.6 */
const agreementsToAccept = (product: Product | undefined, order: OrderDetail, end: Date | null) =>
  (product?.agreements ?? []).filter(
    ({ id, version, scene }) =>
      (scene === 'purchase' || scene === 'dataSharing') &&
      !order.agreements.some((each) => each.id === id && each.version === version && holdsTo(each, end)),
  );

/** When the new term of a renewal begins and ends. */
const newTermOf = ({ expiresAt }: OrderDetail, months: number) => {
  const former = expiresAt === undefined ? null : new Date(expiresAt);
  return { former, ...termOf(new Date(serverNow()), months, former) };
};

/** The term that is selected: at first that of the former order if it is still offered. @unit months */
const useTerm = (offered: readonly number[], former: number | null) => {
  const [selected, select] = useState<number | null>(null);
  const found = [selected, former].find((months) => months !== null && offered.includes(months));
  return { termMonths: found ?? offered[0] ?? former ?? 1, selectTerm: select };
};

/** The state of a renewal: the specification as it is offered now, its price, the agreements to accept, and the submission. */
const useRenewal = (order: OrderDetail, onClose: () => void) => {
  const { orderNo, pid, skuId, quantity, options } = order;
  const { state, reload } = useConfigProduct(pid);
  const product = state.status === 'ready' ? state.data : undefined;
  const sku = product?.skus.find((each) => each.skuId === skuId);
  const { termMonths, selectTerm } = useTerm(sku?.termMonths ?? [], order.termMonths);
  const hasOptions = Object.keys(options).length > 0;
  const quote = useQuote({ pid, skuId, quantity, termMonths, ...(hasOptions && { options }) });
  const [asksAll, setAsksAll] = useState(false);
  const agreements = agreementsToAccept(
    product,
    asksAll ? { ...order, agreements: [] } : order,
    newTermOf(order, termMonths).expiresAt,
  );
  const boxes = useAgreementBoxes(agreements);
  const attempt = useAttemptKey();
  const form = useForm({ name: 'order-renew', initial: {}, hints: () => ({}) });

  const isReady = () => boxes.isComplete() && quote.price !== undefined && !quote.isBusy;
  const send = async (): Promise<void> => {
    const expectedAmount = quote.price?.totalAmount ?? noFen;
    const input = { orderNo, termMonths, expectedAmount, agreements: [...boxes.accepted] };
    const reply = await attempt(input, renewOrder);
    showToast('ok', `续费订单 ${reply.orderNo} 已提交，等待审核`);
    onClose();
    navigate(paths.order(reply.orderNo));
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHOR001') quote.retry();
    if (errCode === 'RHOR004') void reload();
    if (errCode !== 'RHAG001') return;
    // A consent of the former order does not cover the new term. Which one is not known here, so all are asked for.
    setAsksAll(true);
    boxes.askAgain();
    void reload().then(form.focusWrong);
  };
  const isOffered = sku !== undefined && sku.termMonths.length > 0;
  return {
    state,
    reload,
    sku,
    termMonths,
    selectTerm,
    quote,
    agreements,
    boxes,
    form,
    /** Whether the specification is still offered and the former configuration is valid for it. */
    canRenew: isOffered && !quote.isNegotiated && Object.keys(quote.faults).length === 0,
    submission: { isReady, send, onRefused },
  };
};

interface RenewFormProps {
  readonly order: OrderDetail;
  readonly renewal: ReturnType<typeof useRenewal>;
  readonly product: Product;
}

/** The form of a renewal: its term, its price, and the agreements to accept again. @source R10.2, R10.6, R10.13 */
const RenewForm = ({ order, renewal, product }: RenewFormProps): JSX.Element => {
  const { form, quote, sku, termMonths, selectTerm, agreements, boxes, submission } = renewal;
  return (
    <FormStack id={form.id} aria-label="续费" onSubmit={(event) => form.submit(event, submission)}>
      <p>
        沿用“{order.productName}”的{order.skuName}与选项，数量 {order.quantity.toLocaleString('en-US')} {order.unit}
        。要换规格或数量，请用“再次购买”。
      </p>
      <LoanNote rate={sku?.annualRate ?? product.annualRate} orgName={product.orgName} />
      <SegmentedOptions
        label="期限"
        value={String(termMonths)}
        onValueChange={(value) => selectTerm(Number(value))}
        options={(sku?.termMonths ?? []).map((months) => ({ value: String(months), label: `${months} 个月` }))}
      />
      <NewTerm order={order} termMonths={termMonths} />
      {quote.failure === undefined ? (
        <QuoteLines
          price={quote.price}
          totalLabel={order.billing === 'postpaid' ? '开通时应付' : '合计'}
          busy={quote.isBusy}
        />
      ) : (
        <Callout tone="bad" role="alert">
          {quote.failure}
          <Button size="small" variant="ghost" onClick={quote.retry}>
            重新报价
          </Button>
        </Callout>
      )}
      {agreements.length > 0 ? (
        <PurchaseAgreements agreements={agreements} boxes={boxes} orgName={product.orgName} />
      ) : (
        <p className={css.remark}>协议没有变化，沿用原订单的同意。</p>
      )}
    </FormStack>
  );
};

/** The dates of the new term: after the former one, or from its activation. */
const NewTerm = ({ order, termMonths }: { order: OrderDetail; termMonths: number }): JSX.Element => {
  const { former, activeFrom, expiresAt } = newTermOf(order, termMonths);
  const dayOf = (time: Date | null) => (time === null ? '—' : formatDateTime(time.toISOString(), 'date'));
  return (
    <Callout>
      {former !== null && activeFrom.getTime() === former.getTime() ? '接在原订单之后：' : '自开通之日起：约 '}
      {dayOf(activeFrom)} 至 {dayOf(expiresAt)}
    </Callout>
  );
};
