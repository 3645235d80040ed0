import type { CallError } from '@ronghui/client';
import { termOf } from '@ronghui/domain/order';
import {
  AgreementBoxes,
  Button,
  Callout,
  Drawer,
  EmptyState,
  FormStack,
  formatDateTime,
  PageState,
  PriceLines,
  SegmentedOptions,
  Skeleton,
} from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { readAgreement, useConsents, useReadMarks } from '#kernel/agreements.ts';
import { useAttemptKey } from '#kernel/attempt-key.ts';
import { serverNow } from '#kernel/call.ts';
import { useForm } from '#kernel/form.ts';
import { navigate } from '#kernel/hash-location.ts';
import { href, paths } from '#kernel/paths.ts';
import { showToast } from '#kernel/toasts.ts';
import { type OrderDetail, renewOrder } from './order-list-queries.ts';
import { type Product, type Sku, useConfigProduct, useQuote } from './order-queries.ts';

interface RenewProps {
  readonly order: OrderDetail;
  readonly onClose: () => void;
}

/** The term of the order that follows, at today's price. @source R10.2 */
export const RenewDrawer = ({ order, onClose }: RenewProps): JSX.Element => {
  const { state, reload } = useConfigProduct(order.pid);
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
        <Button type="submit" form="order-renew-form" variant="primary">
          提交续费订单
        </Button>
      }
    >
      <PageState state={state} loading={<Skeleton shape="row" count={5} />} empty={gone} onRetry={() => void reload()}>
        {(product) => {
          const sku = product.skus.find(({ skuId }) => skuId === order.skuId);
          return sku === undefined || sku.termMonths.length === 0 ? (
            gone
          ) : (
            <RenewForm order={order} onClose={onClose} product={product} sku={sku} onReload={reload} />
          );
        }}
      </PageState>
    </Drawer>
  );
};

/** The texts that a renewal asks for: those whose present version the former order does not stand on any more. */
const textsToRead = (product: Product, order: OrderDetail) =>
  product.agreements.filter(
    ({ id, version, scene }) =>
      (scene === 'purchase' || scene === 'dataSharing') &&
      !order.agreements.some((each) => each.id === id && each.version === version && each.status === 'active'),
  );

type RenewFormProps = RenewProps & { product: Product; sku: Sku; onReload: () => Promise<unknown> };

const RenewForm = ({ order, onClose, product, sku, onReload }: RenewFormProps): JSX.Element => {
  const { orderNo, pid, skuId, quantity, options } = order;
  const [term, setTerm] = useState(
    sku.termMonths.find((months) => months === order.termMonths) ?? sku.termMonths[0] ?? 1,
  );
  const quote = useQuote({ pid, skuId, quantity, termMonths: term, ...(sku.options.length > 0 && { options }) });
  const agreements = textsToRead(product, order);
  const consents = useConsents(agreements);
  const readMarks = useReadMarks(agreements);
  const keyOf = useAttemptKey();
  const form = useForm({ name: 'order-renew', initial: {}, hints: () => ({}) });
  const former = order.expiresAt === undefined ? null : new Date(order.expiresAt);
  const { activeFrom, expiresAt } = termOf(new Date(serverNow()), term, former);
  const isReady = () => consents.isComplete() && quote.price !== undefined && !quote.isBusy;
  const send = async (): Promise<void> => {
    const expectedAmount = quote.price?.totalAmount ?? 0;
    const input = { orderNo, termMonths: term, expectedAmount, agreements: [...consents.accepted] };
    const reply = await renewOrder({ ...input, idempotencyKey: keyOf(input) });
    showToast('ok', `续费订单 ${reply.orderNo} 已提交，等待审核`);
    onClose();
    navigate(paths.order(reply.orderNo));
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHOR001') quote.retry();
    if (errCode !== 'RHAG001') return;
    consents.askAgain();
    void onReload();
  };
  return (
    <FormStack id={form.id} aria-label="续费" onSubmit={(event) => form.submit(event, { isReady, send, onRefused })}>
      <p>
        沿用“{order.productName}”的{order.skuName}与选项，数量 {quantity.toLocaleString('en-US')} {order.unit}
        。要换规格或数量，请用“再次购买”。
      </p>
      <SegmentedOptions
        label="期限"
        value={String(term)}
        onValueChange={(value) => setTerm(Number(value))}
        options={sku.termMonths.map((months) => ({ value: String(months), label: `${months} 个月` }))}
      />
      <Callout>
        {former !== null && activeFrom.getTime() === former.getTime() ? '接在原订单之后：' : '自开通之日起：约 '}
        {formatDateTime(activeFrom.toISOString(), 'date')} 至{' '}
        {expiresAt === null ? '—' : formatDateTime(expiresAt.toISOString(), 'date')}
      </Callout>
      {quote.failure === undefined ? (
        <PriceLines
          items={quote.price?.items ?? []}
          totalAmount={quote.price?.totalAmount ?? null}
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
      <AgreementBoxes
        legend="协议"
        agreements={agreements}
        ticked={consents.ticked}
        errors={consents.errors}
        onChange={consents.onChange}
        read={readAgreement}
        readToEnd={readMarks}
      />
    </FormStack>
  );
};
