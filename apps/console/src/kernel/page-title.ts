import { useDocumentTitle } from '@ronghui/web/navigation/page-title';
import { makeStore } from '@ronghui/web/state/store';
import { useBrand } from './start-up.ts';

/** The application's name beside the brand's. */
export const areaName = '运营台';

/** How many messages of customers are unread, on whatever page. @source service 1.5 */
export const unreadStore = makeStore<number>(0);

/** Sets the document's title to the subject of a page, and the console's name; unread messages stand before it. */
export const usePageTitle = (page: string | undefined): void => {
  const unread = unreadStore.use();
  const marked = page === undefined || unread === 0 ? page : `(${unread}) ${page}`;
  useDocumentTitle(marked, `${useBrand().name}${areaName}`);
};
