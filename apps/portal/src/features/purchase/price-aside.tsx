import { rmbText } from '@ronghui/domain/money';
import { usageChargeText } from '@ronghui/domain/sku-price';
import { Amount, Button, Callout, Card } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX, ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Quote, Sku } from './purchase-queries.ts';
import { QuoteLines } from './quote-lines.tsx';
import css from './sku-config-page.module.css';

interface PriceAsideProps {
  readonly pid: string;
  readonly sku: Sku;
  readonly quote: Quote;
  readonly note: string;
  /** The button under the price, on a phone at the lower edge. A negotiated price has a link to the contact form instead. */
  readonly children: ReactNode;
}

const isPostpaid = ({ billing }: Sku): boolean => billing === 'postpaid';

/** The price beside the configuration; on a phone its sum and the button stick to the lower edge. @source ux "skuConfig" */
export const PriceAside = ({ pid, sku, quote, note, children }: PriceAsideProps): JSX.Element => {
  const isH5 = usePageType() === 'H5';
  const way = quote.isNegotiated ? (
    <Button href={href(paths.leadForm({ topic: 'consult', pid }))} variant="primary" size="large" block>
      联系我们报价
    </Button>
  ) : (
    children
  );
  return (
    <>
      <aside className={css.aside} aria-label="价格">
        <Card className={css.card} title="价格">
          <Price sku={sku} quote={quote} note={note} />
          {isH5 ? null : <div className={css.way}>{way}</div>}
        </Card>
      </aside>
      {isH5 ? (
        <div className={css.bar}>
          <Sum sku={sku} quote={quote} />
          {way}
        </div>
      ) : null}
    </>
  );
};

const Price = ({ sku, quote, note }: Omit<PriceAsideProps, 'pid' | 'children'>): JSX.Element => {
  const { price, isBusy, isNegotiated, failure, retry } = quote;
  if (failure !== undefined) {
    return (
      <Callout tone="bad" role="alert">
        {failure}
        <Button size="small" variant="ghost" onClick={retry}>
          重新报价
        </Button>
      </Callout>
    );
  }
  if (isNegotiated) {
    return (
      <>
        <p className={css.sum}>面议</p>
        <p className={css.remark}>这个规格按实际情况报价，由顾问与您商定。</p>
      </>
    );
  }
  return (
    <>
      <QuoteLines price={price} totalLabel={isPostpaid(sku) ? '开通时应付' : '合计'} busy={isBusy} note={note} />
      <UsageRules sku={sku} />
    </>
  );
};

/** What one use costs, and whether it is charged; renders nothing where nothing is written of it. @source R1.1 */
const UsageRules = ({ sku }: { sku: Sku }): JSX.Element | null =>
  sku.usageRules.length === 0 ? null : (
    <section className={css.usage} aria-label="收费说明">
      <h3>收费说明</h3>
      <p className={css.remark}>{usageChargeText(sku)}</p>
      <dl className={css.rules}>
        {sku.usageRules.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );

const Sum = ({ sku, quote }: Pick<PriceAsideProps, 'sku' | 'quote'>): JSX.Element => (
  <p className={css.total} aria-hidden="true">
    <span>{isPostpaid(sku) ? '开通时应付' : '合计'}</span>
    <b className={quote.isBusy ? css.busy : undefined}>
      <Amount
        size="medium"
        text={quote.isNegotiated || quote.price === undefined ? null : rmbText(quote.price.totalAmount)}
        fallback={quote.isNegotiated ? '面议' : '—'}
      />
    </b>
  </p>
);
