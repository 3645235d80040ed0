import { startingPriceText } from '@ronghui/domain/sku-price';
import { EmptyState, PageState, ProductGrid, ProductGridSkeleton, Section } from '@ronghui/ui';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { ContactLink } from '#kernel/contact-link.tsx';
import { paths } from '#kernel/paths.ts';
import { type Category, useProductMap } from '../catalog-queries.ts';
import { CategoryFilter } from './category-filter.tsx';
import { ProductRows } from './product-rows.tsx';
import css from './products-page.module.css';

/** Every product by category; the selected category is in the address. @source R2.10 */
export const ProductsPage = (): JSX.Element => {
  const { state, retry } = useProductMap();
  const [search, change] = useSearch();
  const chosen = search.get('category');
  return (
    <Section title="产品" sub="先看清价格和规则，再决定试用还是开通。" level={1} tight>
      <PageState
        state={state}
        onRetry={retry}
        loading={<ProductGridSkeleton />}
        empty={
          <EmptyState
            title="还没有上架的产品"
            text={
              <>
                请过些时候再来，或者
                <ContactLink />。
              </>
            }
          />
        }
      >
        {({ categories }) => {
          const known = categories.some(({ id }) => id === chosen) ? chosen : null;
          return (
            <>
              <CategoryFilter categories={categories} chosen={known} onChoose={(category) => change({ category })} />
              {categories
                .filter(({ id }) => known === null || id === known)
                .map((category) => (
                  <CategorySection key={category.id} category={category} />
                ))}
            </>
          );
        }}
      </PageState>
    </Section>
  );
};

const CategorySection = ({ category }: { category: Category }): JSX.Element => {
  const isH5 = usePageType() === 'H5';
  return (
    <section className={css.category} aria-labelledby={`category-${category.id}`}>
      <div>
        <h2 className={css.name} id={`category-${category.id}`}>
          {category.name}
        </h2>
        <p className={css.summary}>{category.summary}</p>
      </div>
      {isH5 ? (
        <ProductRows products={category.products} />
      ) : (
        <ProductGrid
          products={category.products}
          hrefOf={({ pid }) => href(paths.product(pid))}
          priceOf={startingPriceText}
        />
      )}
    </section>
  );
};
