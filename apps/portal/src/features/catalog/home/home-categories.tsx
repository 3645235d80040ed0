import { EmptyState, PageState, ProductGridSkeleton, Section } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useProductMap } from '../catalog-queries.ts';
import css from './home-categories.module.css';

/** The product map by category. */
export const HomeCategories = (): JSX.Element => {
  const { state, retry } = useProductMap();
  return (
    <Section title="按场景找产品" sub="从您今天要解决的事情开始。" alt>
      <PageState
        state={state}
        onRetry={retry}
        loading={<ProductGridSkeleton />}
        empty={<EmptyState title="还没有分好类的产品" />}
      >
        {({ categories }) => (
          <ul className={css.grid}>
            {categories.map((category) => (
              <li key={category.id} className={css.card}>
                <h3 className={css.name}>
                  <a className={css.link} href={href(paths.products({ category: category.id }))}>
                    {category.name}
                  </a>
                </h3>
                <p className={css.summary}>{category.summary}</p>
                <ul className={css.products}>
                  {category.products.map((product) => (
                    <li key={product.pid}>
                      <a className={css.product} href={href(paths.product(product.pid))}>
                        {product.name}
                      </a>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </Section>
  );
};
