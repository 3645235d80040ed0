import { startingPriceText } from '@ronghui/domain/sku-price';
import { EmptyState, MoreLink, PageState, ProductGrid, ProductGridSkeleton, Section } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useRecommended } from '../catalog-queries.ts';
import { ProductRows } from '../product/product-rows.tsx';

/** The recommended products: cards with covers on a wide screen, dense rows on a phone. */
export const HomeProducts = (): JSX.Element => {
  const { state, retry } = useRecommended();
  const isH5 = usePageType() === 'H5';
  return (
    <Section
      title="为经营者准备的产品"
      sub="按需选择，先试用，再开通。"
      actions={<MoreLink href={href(paths.products())}>全部产品</MoreLink>}
      tight={isH5}
    >
      <PageState
        state={state}
        onRetry={retry}
        loading={<ProductGridSkeleton />}
        empty={<EmptyState title="还没有推荐的产品" text="可以先到产品页看看全部产品。" />}
      >
        {({ products }) =>
          isH5 ? (
            <ProductRows products={products} />
          ) : (
            <ProductGrid
              products={products}
              hrefOf={({ pid }) => href(paths.product(pid))}
              priceOf={startingPriceText}
            />
          )
        }
      </PageState>
    </Section>
  );
};
