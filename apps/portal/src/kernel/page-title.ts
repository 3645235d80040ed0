import { useDocumentTitle } from '@ronghui/web/navigation/page-title';
import { useSite } from './start-up.ts';

/** Names the document after what a page shows, beside the brand. @source R2.3 */
export const usePageTitle = (page: string | undefined): void => useDocumentTitle(page, useSite().brand.name);
