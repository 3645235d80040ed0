import { useRecord } from '../content-queries.ts';

/** The categories by their ids. */
export const useCategories = (): readonly { readonly id: string; readonly name: string }[] => {
  const { data } = useRecord({ record: 'categories', key: '' });
  return data?.published?.record === 'categories' ? data.published.items : [];
};
