import { makeStore } from '../state/store.ts';

/** The two layouts. @source R1.4 */
export type PageType = 'PC' | 'H5';

/** H5 when the user agent matches `Mobi`, `Android` or `iPhone`. @source R1.4 */
export const pageTypeOf = (userAgent: string): PageType => (/Mobi|Android|iPhone/.test(userAgent) ? 'H5' : 'PC');

/** The layout of this page, read from the document, so that it is the same as the server's. */
export const pageTypeStore = makeStore<PageType>('PC');

/** The layout of this page. */
export const usePageType = (): PageType => pageTypeStore.use();
