import { termOf } from '@ronghui/domain/order';
import { Button, Callout, FormStack, formatDateTime, PriceLines, SegmentedOptions } from '@ronghui/ui';
import type { JSX } from 'react';
import { serverNow } from '#kernel/call.ts';
import { ConsentBoxes } from './consent-boxes.tsx';
import css from './order-drawer.module.css';
import type { OrderDetail } from './order-list-queries.ts';
import type { Product } from './order-queries.ts';
import { LoanNote } from './price-aside.tsx';
import type { Renewal } from './renewal.ts';

interface RenewFormProps {
  readonly order: OrderDetail;
  readonly renewal: Renewal;
  readonly product: Product;
}

/** What goes on and for how long, what it comes to, and the texts to agree to anew. @source R10.2, R10.6, R10.13 */
export const RenewForm = ({ order, renewal, product }: RenewFormProps): JSX.Element => {
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
        <PriceLines
          items={quote.price?.items ?? []}
          totalAmount={quote.price?.totalAmount ?? null}
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
  const former = order.expiresAt === undefined ? null : new Date(order.expiresAt);
  const { activeFrom, expiresAt } = termOf(new Date(serverNow()), term, former);
  const dayOf = (time: Date | null) => (time === null ? '—' : formatDateTime(time.toISOString(), 'date'));
  return (
    <Callout>
      {former !== null && activeFrom.getTime() === former.getTime() ? '接在原订单之后：' : '自开通之日起：约 '}
      {dayOf(activeFrom)} 至 {dayOf(expiresAt)}
    </Callout>
  );
};
