import { makeStore } from '../state/store.ts';

/** The two layouts. @source R1.4 */
export type PageType = 'PC' | 'H5';

/** H5 when the user agent matches `Mobi`, `Android` or `iPhone`. @source R1.4 */
export const pageTypeOf = (userAgent: string): PageType => (/Mobi|Android|iPhone/.test(userAgent) ? 'H5' : 'PC');

/** The layout of this page: the document's, so that what the server rendered and what follows agree. */
export const pageTypeStore = makeStore<PageType>('PC');

/** The layout of this page. */
export const usePageType = (): PageType => pageTypeStore.use();
