import type { JSX, ReactNode } from 'react';
import { formatAmount } from '../widgets/amount/format-amount.ts';
import css from './sku-table.module.css';

/** A SKU to compare, as the wire has it. @unit price fen */
export type SkuSummary = {
  skuId: string;
  name: string;
  /** `null` shows 面议. */
  price: number | null;
  /** What the price is for: `人 / 月`. */
  unit: string;
  billing: 'prepaid' | 'postpaid';
  termMonths: readonly number[];
  options: readonly { key: string; label: string; values: readonly { value: string; label: string }[] }[];
  minQuantity: number;
  maxQuantity: number;
  annualRate?: string | undefined;
};

/** `actionOf` gives a row its button. */
export type SkuTableProps<Sku extends SkuSummary> = {
  skus: readonly Sku[];
  caption?: string;
  actionOf?: ((sku: Sku) => ReactNode) | undefined;
};

/** `1 / 6 / 12 个月`. */
function termText(months: readonly number[]): string {
  return months.length === 0 ? '—' : `${months.join(' / ')} 个月`;
}

function quantityText(least: number, most: number): string {
  const text = least.toLocaleString('en-US');
  return least === most ? text : `${text} – ${most.toLocaleString('en-US')}`;
}

function Price({ price, unit }: Pick<SkuSummary, 'price' | 'unit'>): JSX.Element {
  if (price === null) return <b className={css.price}>面议</b>;
  return (
    <>
      <b className={css.price}>{formatAmount(price)}</b> / {unit}
    </>
  );
}

/** SKUs compared line by line; on a phone each line is a card with its own headings. */
export function SkuTable<Sku extends SkuSummary>({
  skus,
  caption = '规格对比',
  actionOf,
}: SkuTableProps<Sku>): JSX.Element {
  const hasOptions = skus.some((sku) => sku.options.length > 0);
  const heads = ['规格', '价格', '付费方式', '期限', ...(hasOptions ? ['可选项'] : []), '购买数量'];
  return (
    <table className={css.table} role="table">
      <caption className={css.caption}>{caption}</caption>
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
                <Price price={sku.price} unit={sku.unit} />
                {sku.annualRate === undefined ? null : <span className={css.rate}>年化利率 {sku.annualRate}</span>}
              </span>
            </td>
            <td role="cell" data-label="付费方式">
              {sku.billing === 'prepaid' ? '预付' : '后付，按月出账'}
            </td>
            <td role="cell" data-label="期限">
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
              {quantityText(sku.minQuantity, sku.maxQuantity)}
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
