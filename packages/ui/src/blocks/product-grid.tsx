import type { JSX, ReactNode } from 'react';
import { Skeleton } from '../widgets/skeleton/skeleton.tsx';
import { ProductCard, type ProductSummary } from './product-card.tsx';
import css from './product-grid.module.css';
import type { SkuPrice } from './sku-words.ts';

/** `hrefOf` gives the address of a product's page, `priceOf` what it starts from, with its unit, or 面议. */
export type ProductGridProps<Product extends ProductSummary> = {
  products: readonly Product[];
  hrefOf: (product: Product) => string;
  priceOf: (product: Product) => SkuPrice;
  level?: 2 | 3 | 4;
  /** Shown when there are no products. */
  empty?: ReactNode;
};

/** Products in a grid: four per row on a wide screen, one on a phone. */
export function ProductGrid<Product extends ProductSummary>({
  products,
  hrefOf,
  priceOf,
  level = 3,
  empty = null,
}: ProductGridProps<Product>): JSX.Element {
  if (products.length === 0) return <>{empty}</>;
  return (
    <ul className={css.grid}>
      {products.map((product) => (
        <li key={product.pid} className={css.item}>
          <ProductCard product={product} href={hrefOf(product)} price={priceOf(product)} level={level} />
        </li>
      ))}
    </ul>
  );
}

/** The skeleton of the products while they load. */
export function ProductGridSkeleton({ count = 8 }: { count?: number }): JSX.Element {
  return (
    <div className={css.grid}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} shape="card" />
      ))}
    </div>
  );
}
