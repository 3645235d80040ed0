import { NotFound, PageState, VisuallyHidden } from '@ronghui/ui';
import type { JSX } from 'react';
import { useNotFound } from '#kernel/not-found.ts';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { useKnownProduct, useProduct } from '../catalog-queries.ts';
import { ProductBody } from './product-body.tsx';
import { ProductBar, ProductHero, ProductHeroSkeleton } from './product-hero.tsx';

/** One product: its description, its price, and links to buy or try it. @source ux "Product details" */
export const ProductDetailPage = ({ params: { pid = '' } }: PageProps): JSX.Element => {
  const { state, retry } = useProduct(pid);
  const known = useKnownProduct(pid);
  usePageTitle(state.status === 'ready' ? state.data.name : known?.name);
  const ways = useNotFound(state.status === 'empty');
  return (
    <>
      {state.status === 'failed' || state.status === 'forbidden' ? (
        <VisuallyHidden>
          <h1>{known?.name ?? '产品详情'}</h1>
        </VisuallyHidden>
      ) : null}
      <PageState
        state={state}
        onRetry={retry}
        // The card from a list is shown at once.
        loading={known === undefined ? <ProductHeroSkeleton /> : <ProductHero product={known} />}
        empty={<NotFound {...ways} what="这个产品" />}
      >
        {(product) => (
          <>
            <ProductHero product={product} />
            <ProductBody product={product} />
            <ProductBar product={product} />
          </>
        )}
      </PageState>
    </>
  );
};
