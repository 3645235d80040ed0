import type { JSX, ReactNode } from 'react';
import { VisuallyHidden } from '../widgets/visually-hidden/visually-hidden.tsx';
import css from './sku-table.module.css';
import { type SkuPrice, type SkuSummary, skuQuantity } from './sku-words.ts';

/** `priceOf` writes what a SKU costs; `actionOf` gives a row its button. */
export type SkuTableProps<Sku extends SkuSummary> = {
  skus: readonly Sku[];
  priceOf: (sku: Sku) => SkuPrice;
  caption?: string;
  actionOf?: ((sku: Sku) => ReactNode) | undefined;
};

/** `1 / 6 / 12 个月`. */
function termText(months: readonly number[]): string {
  return months.length === 0 ? '—' : `${months.join(' / ')}\u00a0个月`;
}

function Price({ amount, per }: SkuPrice): JSX.Element {
  return (
    <span className={css.whole}>
      <b className={css.price}>{amount}</b>
      {per}
    </span>
  );
}

/** SKUs compared row by row; on a phone each row is a card with its own headings. */
export function SkuTable<Sku extends SkuSummary>({
  skus,
  priceOf,
  caption = '规格对比',
  actionOf,
}: SkuTableProps<Sku>): JSX.Element {
  const hasOptions = skus.some((sku) => sku.options.length > 0);
  const heads = ['规格', '价格', '付费方式', '期限', ...(hasOptions ? ['可选项'] : []), '购买数量'];
  return (
    <table className={css.table} role="table">
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead className={css.head} role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
          {actionOf ? (
            <th scope="col" role="columnheader" className={css.last}>
              操作
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {skus.map((sku) => (
          <tr key={sku.skuId} role="row" className={css.row}>
            <th scope="row" role="rowheader" className={css.name}>
              {sku.name}
            </th>
            <td role="cell" data-label="价格">
              <span>
                <Price {...priceOf(sku)} />
                {sku.annualRate === undefined ? null : <span className={css.rate}>年化利率 {sku.annualRate}</span>}
              </span>
            </td>
            <td role="cell" data-label="付费方式">
              {sku.billing === 'prepaid' ? '预付' : '后付，按月出账'}
            </td>
            <td role="cell" data-label="期限" className={css.term}>
              {termText(sku.termMonths)}
            </td>
            {hasOptions ? (
              <td role="cell" data-label="可选项">
                <span>
                  {sku.options.map((option) => (
                    <span key={option.key} className={css.option}>
                      {option.label}：{option.values.map((value) => value.label).join('、')}
                    </span>
                  ))}
                  {sku.options.length === 0 ? '—' : null}
                </span>
              </td>
            ) : null}
            <td role="cell" data-label="购买数量">
              <span className={css.whole}>{skuQuantity(sku)}</span>
            </td>
            {actionOf ? (
              <td role="cell" className={css.action}>
                {actionOf(sku)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
