import { skuPrice } from '@ronghui/domain/sku-price';
import { Blocks, Button, ProductGrid, Section, SkuTable } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useDocCenterVisible } from '#kernel/start-up.ts';
import type { ProductDetail } from '../catalog-queries.ts';
import { lowestPriceText } from '../lowest-price.ts';
import css from './product-body.module.css';
import { ProductRows } from './product-rows.tsx';

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
          skus={product.skus}
          priceOf={skuPrice}
          actionOf={({ skuId, name }) => (
            <Button
              size="small"
              variant="primary"
              href={href(paths.skuConfig(product.pid, 'purchase', { sku: skuId }))}
              aria-label={`选择 ${name}`}
            >
              选择
            </Button>
          )}
        />
      </Section>
    )}
    <Reading product={product} />
    <Related product={product} />
  </>
);

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
        <ProductGrid products={related} hrefOf={({ pid }) => href(paths.product(pid))} priceOf={lowestPriceText} />
      )}
    </Section>
  );
};
