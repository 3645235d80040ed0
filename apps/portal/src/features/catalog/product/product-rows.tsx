import { startingPriceText } from '@ronghui/domain/sku-price';
import { ChevronRightIcon, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Product } from '../catalog-queries.ts';
import css from './product-rows.module.css';

/** Products as rows on a phone: cover, name, one sentence, price. @source R10.13 */
export const ProductRows = ({ products }: { products: readonly Product[] }): JSX.Element => (
  <ul className={css.rows}>
    {products.map((product) => (
      <li key={product.pid}>
        <a className={css.row} href={href(paths.product(product.pid))}>
          <img
            className={css.cover}
            src={product.coverUrl}
            alt=""
            width="96"
            height="72"
            loading="lazy"
            decoding="async"
          />
          <span className={css.words}>
            <span className={css.head}>
              <b className={css.name} title={product.name}>
                {product.name}
              </b>
              {product.hasTrial ? <Tag tone="info">可试用</Tag> : null}
            </span>
            <span className={css.tagline}>{product.tagline}</span>
            <PriceOf product={product} />
          </span>
          <ChevronRightIcon size={16} className={css.more ?? ''} />
        </a>
      </li>
    ))}
  </ul>
);

const PriceOf = ({ product }: { product: Product }): JSX.Element => {
  const { annualRate } = product;
  if (annualRate !== undefined) {
    return (
      <span className={css.price}>
        年化利率 {annualRate}
        <small className={css.warning}>贷款有风险，借款需谨慎</small>
      </span>
    );
  }
  const { amount, per } = startingPriceText(product);
  return (
    <span className={css.price}>
      {amount}
      <small className={css.per}>{per}</small>
    </span>
  );
};
