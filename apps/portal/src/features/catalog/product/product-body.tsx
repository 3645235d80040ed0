import { skuPrice, startingPriceText, surchargeText } from '@ronghui/domain/sku-price';
import { Blocks, Button, ProductGrid, Section, SkuTable } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useDocCenterVisible } from '#kernel/start-up.ts';
import type { ProductDetail } from '../catalog-queries.ts';
import { PriceTerms } from './price-terms.tsx';
import css from './product-body.module.css';
import { unbroken } from './product-hero.tsx';
import { ProductRows } from './product-rows.tsx';

type Sku = ProductDetail['skus'][number];

/** Below the hero: blocks, specifications, agreements, documents, related products. */
export const ProductBody = ({ product }: { product: ProductDetail }): JSX.Element => (
  <>
    {product.blocks.length === 0 ? null : (
      <Section tight>
        <Blocks blocks={product.blocks} />
      </Section>
    )}
    {product.skus.length === 0 ? null : (
      <Section title="规格与价格" sub="价格含税；选好规格、数量和期限，合计随时可见。" alt>
        <SkuTable
          skus={product.skus.map(withSurcharges)}
          priceOf={skuPrice}
          actionOf={({ skuId, name, price }) =>
            price === null ? (
              <Button
                size="small"
                href={href(paths.leadForm({ topic: 'consult', pid: product.pid }))}
                aria-label={`${name} 联系我们报价`}
              >
                联系我们报价
              </Button>
            ) : (
              <Button
                size="small"
                variant="primary"
                href={href(paths.skuConfig(product.pid, 'purchase', { sku: skuId }))}
                aria-label={`选择 ${name}`}
              >
                选择
              </Button>
            )
          }
        />
        <PriceTerms skus={product.skus} />
      </Section>
    )}
    <Reading product={product} />
    <Related product={product} />
  </>
);

/** A SKU whose options say what they add: `实体卡（+¥1.00 / 人 / 月）`. @source R1.1 */
const withSurcharges = (sku: Sku): Sku => ({
  ...sku,
  options: sku.options.map((option) => ({
    ...option,
    values: option.values.map((value) => {
      const surcharge = surchargeText(sku, value.priceDelta);
      return surcharge === undefined
        ? value
        : { ...value, label: `${value.label}（${unbroken(surcharge).replace('+', '+\u2060')}）` };
    }),
  })),
});

/** The agreements and the documents of the product. @source R2.6, R10.6 */
const Reading = ({ product: { agreements, docs } }: { product: ProductDetail }): JSX.Element | null => {
  const shownDocs = useDocCenterVisible() ? docs : [];
  if (agreements.length + shownDocs.length === 0) return null;
  return (
    <Section title="购买之前，可以先读" tight>
      <div className={css.columns}>
        {shownDocs.length === 0 ? null : (
          <nav aria-label="使用文档">
            <h3>使用文档</h3>
            <ul className={css.links}>
              {shownDocs.map(({ slug, title }) => (
                <li key={slug}>
                  <a href={href(paths.docs(slug))}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {agreements.length === 0 ? null : (
          <nav aria-label="相关协议">
            <h3>相关协议</h3>
            <ul className={css.links}>
              {agreements.map(({ id, version, title }) => (
                <li key={id}>
                  <a href={href(paths.agreement(id, version))}>{title}</a>
                  <span className={css.version}>版本 {version}</span>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Section>
  );
};

const Related = ({ product: { related } }: { product: ProductDetail }): JSX.Element | null => {
  const isH5 = usePageType() === 'H5';
  if (related.length === 0) return null;
  return (
    <Section title="经常一起使用" alt>
      {isH5 ? (
        <ProductRows products={related} />
      ) : (
        <ProductGrid products={related} hrefOf={({ pid }) => href(paths.product(pid))} priceOf={startingPriceText} />
      )}
    </Section>
  );
};
