import { href } from '@ronghui/web/navigation/hash-location';
import { usePageTitle } from './page-title.ts';
import { paths } from './paths.ts';

const ways = { homeHref: href(paths.home()), productsHref: href(paths.products()) };

/** Sets the title of a page that does not exist, when `isMissing`; returns the links for ui's `NotFound`. @source R2.3, R2.4 */
export const useNotFound = (isMissing = true): typeof ways => {
  usePageTitle(isMissing ? '页面不存在' : undefined);
  return ways;
};
