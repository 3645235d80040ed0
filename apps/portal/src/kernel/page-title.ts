import { useDocumentTitle } from '@ronghui/web/navigation/page-title';
import { useSite } from './start-up.ts';

/** Sets the document's title to the subject of a page and the brand. @source R2.3 */
export const usePageTitle = (page: string | undefined): void => useDocumentTitle(page, useSite().brand.name);
