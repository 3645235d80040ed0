import { parse } from 'regexparam';

/** Every route pattern of the portal. `routes.ts` gives each its page; no other file writes a pattern. @source R2.4 */
export const patterns = {
  home: '/portal/home',
  products: '/portal/products',
  product: '/portal/productsDetail/:pid',
  skuConfig: '/portal/skuConfig/:pid/:type',
  login: '/portal/login',
  register: '/portal/register',
  findPassword: '/portal/findPassword',
  changePassword: '/portal/changePassword',
  partners: '/portal/partners',
  about: '/portal/about',
  leadForm: '/portal/feedBack',
  agreement: '/portal/agreement/:id/:version?',
  docs: '/portal/docs/*?',
  merchantHome: '/merchant/userCenter/home',
  order: '/merchant/userCenter/order',
  bill: '/merchant/userCenter/bill',
  authorizationRecord: '/merchant/userCenter/authorizationRecord',
  reconManagement: '/merchant/userCenter/reconManagement',
  feedback: '/merchant/userCenter/feedback',
  loanConsult: '/merchant/userCenter/loanConsult',
  notice: '/merchant/userCenter/notice',
  exports: '/merchant/userCenter/exports',
  invoice: '/merchant/userCenter/invoice',
  basicInfo: '/merchant/accountCenter/basicInfo',
  safety: '/merchant/accountCenter/safety',
  verify: '/merchant/accountCenter/verify/:status?',
  members: '/merchant/accountCenter/members',
} as const;

/** The name of a route. */
export type RouteName = keyof typeof patterns;

/** Redirects: addresses without a page, and the address that each leads to. @source R2.4 */
const redirects: Readonly<Record<string, string>> = {
  '/': '/portal',
  '/portal': patterns.home,
  '/merchant': '/merchant/userCenter',
  '/merchant/userCenter': patterns.merchantHome,
  '/merchant/accountCenter': patterns.basicInfo,
};

const at = encodeURIComponent;
const withSearch = (path: string, search: Readonly<Record<string, string | undefined>>) => {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

/** Builds the path of a page; `href` turns it into the address of a link. */
export const paths = {
  home: () => patterns.home,
  products: (search: { category?: string } = {}) => withSearch(patterns.products, search),
  product: (pid: string) => `/portal/productsDetail/${at(pid)}`,
  /** With a configuration the page begins with it. */
  skuConfig: (
    pid: string,
    type: 'purchase' | 'trial',
    configuration: Partial<Record<'sku' | 'quantity' | 'term' | 'options', string>> = {},
  ) => withSearch(`/portal/skuConfig/${at(pid)}/${type}`, configuration),
  /** `back` is the path that asked for the login (R2.10). */
  login: (search: { back?: string | undefined } = {}) => withSearch(patterns.login, search),
  register: (search: { back?: string | undefined } = {}) => withSearch(patterns.register, search),
  findPassword: (search: { back?: string | undefined } = {}) => withSearch(patterns.findPassword, search),
  changePassword: () => patterns.changePassword,
  partners: () => patterns.partners,
  about: () => patterns.about,
  leadForm: (search: { topic?: 'consult' | 'cooperate' | 'feedback' | 'complaint'; pid?: string } = {}) =>
    withSearch(patterns.leadForm, search),
  agreement: (id: string, version?: string) =>
    `/portal/agreement/${at(id)}${version === undefined ? '' : `/${at(version)}`}`,
  /** `heading` is the anchor of a place in the document. */
  docs: (slug?: string, heading?: string) =>
    slug === undefined ? '/portal/docs' : withSearch(`/portal/docs/${at(slug)}`, { at: heading }),
  docSection: (id: string) => withSearch('/portal/docs', { section: id }),
  docSearch: (keyword: string) => withSearch('/portal/docs', { keyword }),
  merchantHome: () => patterns.merchantHome,
  orders: () => patterns.order,
  order: (orderNo: string) => withSearch(patterns.order, { open: orderNo }),
  authorizations: (search: { open?: string } = {}) => withSearch(patterns.authorizationRecord, search),
  bills: () => patterns.bill,
  members: () => patterns.members,
  basicInfo: () => patterns.basicInfo,
  safety: () => patterns.safety,
  /** `status` is one of the words of R3.4. */
  verify: (status?: string) => `/merchant/accountCenter/verify${status === undefined ? '' : `/${at(status)}`}`,
};

/** The path of a page that needs no parameter; optional ones are left out. */
export const pagePath = (name: RouteName): string => patterns[name].replace(/\/[:*].*$/, '');

/** The parameters of a path by a pattern, decoded; undefined when it does not match. */
const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const { keys, pattern: expression } = parse(pattern);
  const found = expression.exec(path);
  if (found === null) return undefined;
  const params: Record<string, string> = {};
  for (const [place, key] of keys.entries()) {
    const value = found[place + 1];
    if (value !== undefined && value !== '') params[key] = decoded(value);
  }
  return params;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The route of a path. */
export const routeNameOf = (path: string): { name: RouteName; params: Record<string, string> } | undefined => {
  for (const [name, pattern] of Object.entries(patterns)) {
    const params = matchPath(pattern, path);
    // The type of Object.entries loses the literal keys.
    if (params !== undefined) return { name: name as RouteName, params };
  }
  return undefined;
};

/** Returns the path after its redirects. */
export const followRedirects = (path: string): string => {
  const target = redirects[path.length > 1 ? path.replace(/\/$/, '') : path];
  return target === undefined ? path : followRedirects(target);
};
