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
import { useConsents } from '#features/agreement/agreement.shared.ts';
import {
  ConsentBoxes,
  LoanNote,
  type Product,
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

/** The term of the order that follows, at today's price. @source R10.2 */
export const RenewDrawer = ({ order, onClose }: RenewProps): JSX.Element => {
  const renewal = useRenewal(order, onClose);
  const { form, quote, canRenew } = renewal;
  const gone = (
    <EmptyState
      kind="search"
      title="这个规格已经调整，不能续费"
      text="请用“再次购买”按现在的规格重新选择。"
      action={<Button href={href(paths.product(order.pid))}>看看产品</Button>}
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

/** The texts that a renewal asks for: those to whose present version no consent of the former order reaches. @source R10.6 */
const textsToRead = (product: Product | undefined, order: OrderDetail, end: Date | null) =>
  (product?.agreements ?? []).filter(
    ({ id, version, scene }) =>
      (scene === 'purchase' || scene === 'dataSharing') &&
      !order.agreements.some((each) => each.id === id && each.version === version && holdsTo(each, end)),
  );

/** The term that a renewal of these months runs for. */
const newTermOf = ({ expiresAt }: OrderDetail, months: number) => {
  const former = expiresAt === undefined ? null : new Date(expiresAt);
  return { former, ...termOf(new Date(serverNow()), months, former) };
};

/** The months that are offered, and the chosen ones: those of the former order where they still are. */
const useTerm = (offered: readonly number[], former: number | null) => {
  const [chosen, choose] = useState<number>();
  const found = [chosen, former].find((months) => months != null && offered.includes(months));
  return { term: found ?? offered[0] ?? former ?? 1, choose };
};

/** What a renewal is made of: the specification as it is offered today, its price, the texts to agree to, and the way to send it. */
const useRenewal = (order: OrderDetail, onClose: () => void) => {
  const { orderNo, pid, skuId, quantity, options } = order;
  const { state, reload } = useConfigProduct(pid);
  const product = state.status === 'ready' ? state.data : undefined;
  const sku = product?.skus.find((each) => each.skuId === skuId);
  const { term, choose } = useTerm(sku?.termMonths ?? [], order.termMonths);
  const hasOptions = Object.keys(options).length > 0;
  const quote = useQuote({ pid, skuId, quantity, termMonths: term, ...(hasOptions && { options }) });
  const [asksAll, setAsksAll] = useState(false);
  const agreements = textsToRead(
    product,
    asksAll ? { ...order, agreements: [] } : order,
    newTermOf(order, term).expiresAt,
  );
  const consents = useConsents(agreements);
  const attempt = useAttemptKey();
  const form = useForm({ name: 'order-renew', initial: {}, hints: () => ({}) });

  const isReady = () => consents.isComplete() && quote.price !== undefined && !quote.isBusy;
  const send = async (): Promise<void> => {
    const expectedAmount = quote.price?.totalAmount ?? noFen;
    const input = { orderNo, termMonths: term, expectedAmount, agreements: [...consents.accepted] };
    const reply = await attempt(input, renewOrder);
    showToast('ok', `续费订单 ${reply.orderNo} 已提交，等待审核`);
    onClose();
    navigate(paths.order(reply.orderNo));
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHOR001') quote.retry();
    if (errCode === 'RHOR004') void reload();
    if (errCode !== 'RHAG001') return;
    // A consent that the former order stands on does not reach: what is not known here is asked for.
    setAsksAll(true);
    consents.askAgain();
    void reload().then(form.focusWrong);
  };
  const isOffered = sku !== undefined && sku.termMonths.length > 0;
  return {
    state,
    reload,
    sku,
    term,
    choose,
    quote,
    agreements,
    consents,
    form,
    /** The specification is there, and the former choice still fits it. */
    canRenew: isOffered && !quote.isNegotiated && Object.keys(quote.faults).length === 0,
    submission: { isReady, send, onRefused },
  };
};

interface RenewFormProps {
  readonly order: OrderDetail;
  readonly renewal: ReturnType<typeof useRenewal>;
  readonly product: Product;
}

/** What goes on and for how long, what it comes to, and the texts to agree to anew. @source R10.2, R10.6, R10.13 */
const RenewForm = ({ order, renewal, product }: RenewFormProps): JSX.Element => {
  const { form, quote, sku, term, choose, agreements, consents, submission } = renewal;
  return (
    <FormStack id={form.id} aria-label="续费" onSubmit={(event) => form.submit(event, submission)}>
      <p>
        沿用“{order.productName}”的{order.skuName}与选项，数量 {order.quantity.toLocaleString('en-US')} {order.unit}
        。要换规格或数量，请用“再次购买”。
      </p>
      <LoanNote rate={sku?.annualRate ?? product.annualRate} orgName={product.orgName} />
      <SegmentedOptions
        label="期限"
        value={String(term)}
        onValueChange={(value) => choose(Number(value))}
        options={(sku?.termMonths ?? []).map((months) => ({ value: String(months), label: `${months} 个月` }))}
      />
      <NewTerm order={order} term={term} />
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
        <ConsentBoxes agreements={agreements} consents={consents} orgName={product.orgName} />
      ) : (
        <p className={css.remark}>协议没有变化，沿用原订单的同意。</p>
      )}
    </FormStack>
  );
};

/** When the new term runs: after the former one, or from its opening. */
const NewTerm = ({ order, term }: { order: OrderDetail; term: number }): JSX.Element => {
  const { former, activeFrom, expiresAt } = newTermOf(order, term);
  const dayOf = (time: Date | null) => (time === null ? '—' : formatDateTime(time.toISOString(), 'date'));
  return (
    <Callout>
      {former !== null && activeFrom.getTime() === former.getTime() ? '接在原订单之后：' : '自开通之日起：约 '}
      {dayOf(activeFrom)} 至 {dayOf(expiresAt)}
    </Callout>
  );
};
