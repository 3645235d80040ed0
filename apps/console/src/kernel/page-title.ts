import { useDocumentTitle } from '@ronghui/web/navigation/page-title';
import { useBrand } from './start-up.ts';

/** The application's name beside the brand's. */
export const areaName = '运营台';

/** Sets the document's title to the subject of a page, and the console's name. */
export const usePageTitle = (page: string | undefined): void => useDocumentTitle(page, `${useBrand().name}${areaName}`);
