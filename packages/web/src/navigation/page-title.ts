import { useEffect } from 'react';

/** `{page} - {brand}`. @source R2.3 */
export const titleOf = (page: string, brand: string): string => `${page} - ${brand}`;

/** Sets the document's title to the subject of a page, such as a product; until it is known the route's title stays. @source R2.3 */
export const useDocumentTitle = (page: string | undefined, brand: string): void => {
  useEffect(() => {
    if (page !== undefined) document.title = titleOf(page, brand);
  }, [page, brand]);
};
