import { useEffect } from 'react';
import { startUpStore } from './start-up.ts';

/** `{page} - {brand}`. @source R2.3 */
export const titleOf = (page: string): string => `${page} - ${startUpStore.get().site.brand.name}`;

/** Names the document after what a page shows, such as a product; the route's own title stands until it is known. @source R2.3 */
export const usePageTitle = (page: string | undefined): void => {
  const brand = startUpStore.use().site.brand.name;
  useEffect(() => {
    if (page !== undefined) document.title = `${page} - ${brand}`;
  }, [page, brand]);
};
