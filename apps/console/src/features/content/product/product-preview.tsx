import { skuPrice, startingPrice, startingPriceText } from '@ronghui/domain/sku-price';
import { ProductCard, SkuTable } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import { PricePreview } from './price-preview.tsx';
import type { ProductBody } from './product-body.ts';

/** What a visitor will see of a product, by the portal's own components, and what they will pay. @source R11.3 */
export const ProductPreview = ({ body }: { readonly body: ProductBody }): JSX.Element => {
  const { key, cover, annualRate, skus } = body;
  const rate = annualRate === '' ? {} : { annualRate };
  return (
    <section className={css.preview} aria-label="访客看到的样子">
      <h2 className={css.title}>访客看到的样子</h2>
      {/* Its links lead to pages of the portal. */}
      <div inert>
        <ProductCard
          product={{ ...body, pid: key, coverUrl: cover === '' ? null : cover, annualRate: rate.annualRate }}
          href="#/"
          price={startingPriceText(startingPrice(skus))}
        />
      </div>
      {skus.length === 0 ? null : (
        <>
          <PricePreview skus={skus} />
          <div className={css.wide} tabIndex={0} role="group" aria-label="规格对比，可以横向滚动">
            <SkuTable skus={skus.map((sku) => ({ ...sku, skuId: sku.id, ...rate }))} priceOf={skuPrice} />
          </div>
        </>
      )}
    </section>
  );
};
