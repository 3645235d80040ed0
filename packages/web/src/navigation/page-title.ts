import { useEffect } from 'react';

/** `{page} - {brand}`. @source R2.3 */
export const titleOf = (page: string, brand: string): string => `${page} - ${brand}`;

/** Names the document after what a page shows, such as a product; the route's own title stands until it is known. @source R2.3 */
export const useDocumentTitle = (page: string | undefined, brand: string): void => {
  useEffect(() => {
    if (page !== undefined) document.title = titleOf(page, brand);
  }, [page, brand]);
};
