import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useCategories } from '../content-queries.ts';
import { RecordList } from '../record/record-list.tsx';
import { blankProduct } from './product-body.ts';

/** The products, each category's in their order. @source R11.3 */
export const ProductListPage = (): JSX.Element => {
  const categories = useCategories();
  const nameOf = (group: string): string => categories.find(({ id }) => id === group)?.name ?? (group || '—');
  return (
    <RecordList
      record="product"
      noun="产品"
      group={{ title: '类目', nameOf }}
      pathOf={paths.product}
      bodyOf={blankProduct}
    />
  );
};
