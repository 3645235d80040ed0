import type { JSX, ReactNode } from 'react';
import { ProductCard, type ProductSummary } from './product-card.tsx';
import css from './product-grid.module.css';

/** `hrefOf` builds the address of a product's page. */
export type ProductGridProps<Product extends ProductSummary> = {
  products: readonly Product[];
  hrefOf: (product: Product) => string;
  level?: 2 | 3 | 4;
  /** Shown when there is none. */
  empty?: ReactNode;
};

/** Products in a grid: four in a row on a desk, one on a phone. */
export function ProductGrid<Product extends ProductSummary>({
  products,
  hrefOf,
  level = 3,
  empty = null,
}: ProductGridProps<Product>): JSX.Element {
  if (products.length === 0) return <>{empty}</>;
  return (
    <ul className={css.grid}>
      {products.map((product) => (
        <li key={product.pid} className={css.item}>
          <ProductCard product={product} href={hrefOf(product)} level={level} />
        </li>
      ))}
    </ul>
  );
}
