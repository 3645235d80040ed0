import { makeRouteFinder, withSearch } from '@ronghui/web/navigation/route-paths';

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
  chat: '/portal/chat',
  agreement: '/portal/agreement/:id/:version?',
  docs: '/portal/docs/*?',
  merchantHome: '/merchant/userCenter/home',
  order: '/merchant/userCenter/order',
  bill: '/merchant/userCenter/bill',
  authorizationRecord: '/merchant/userCenter/authorizationRecord',
  accountStatement: '/merchant/userCenter/accountStatement',
  reconManagement: '/merchant/userCenter/reconManagement',
  reconNew: '/merchant/userCenter/reconManagement/new',
  reconYear: '/merchant/userCenter/reconManagement/year',
  reconRun: '/merchant/userCenter/reconManagement/run/:runId',
  reconStatement: '/merchant/userCenter/reconManagement/run/:runId/statement',
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
type Search = Parameters<typeof withSearch>[1];

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
  /** `card` is what is asked about, `order.…` or `bill.…`; it is offered, and sent by a press. */
  chat: (search: { card?: string } = {}) => withSearch(patterns.chat, search),
  agreement: (id: string, version?: string) =>
    `/portal/agreement/${at(id)}${version === undefined ? '' : `/${at(version)}`}`,
  /** `heading` is the anchor of a place in the document. */
  docs: (slug?: string, heading?: string) =>
    slug === undefined ? '/portal/docs' : withSearch(`/portal/docs/${at(slug)}`, { at: heading }),
  docSection: (id: string) => withSearch('/portal/docs', { section: id }),
  docSearch: (keyword: string) => withSearch('/portal/docs', { keyword }),
  merchantHome: () => patterns.merchantHome,
  /** `search` is the filter of the list; so it is of the other lists. */
  orders: (search: Search = {}) => withSearch(patterns.order, search),
  order: (orderNo: string) => withSearch(patterns.order, { open: orderNo }),
  authorizations: (search: Search = {}) => withSearch(patterns.authorizationRecord, search),
  bills: (search: Search = {}) => withSearch(patterns.bill, search),
  /** `line` is the reference of a line that is looked for in it. */
  bill: (billNo: string, search: { line?: string } = {}) => withSearch(patterns.bill, { open: billNo, ...search }),
  /** The feedback of a bill; `claim` opens the form of another one. */
  feedback: (search: Search = {}) => withSearch(patterns.feedback, search),
  reconManagement: (search: Search = {}) => withSearch(patterns.reconManagement, search),
  /** With a stage it begins with it. */
  reconNew: (search: { stageId?: string; direction?: string; runId?: string } = {}) =>
    withSearch(patterns.reconNew, search),
  reconYear: (search: { year?: string } = {}) => withSearch(patterns.reconYear, search),
  /** `search` is the filter of its result. */
  reconRun: (runId: string, search: Search = {}) => withSearch(`${patterns.reconManagement}/run/${at(runId)}`, search),
  reconStatement: (runId: string) => `${patterns.reconManagement}/run/${at(runId)}/statement`,
  loanConsult: (search: Search = {}) => withSearch(patterns.loanConsult, search),
  exports: () => patterns.exports,
  /** `apply` is `order.…` or `bill.…`, which the application begins with. */
  invoices: (search: Search = {}) => withSearch(patterns.invoice, search),
  members: () => patterns.members,
  basicInfo: () => patterns.basicInfo,
  safety: () => patterns.safety,
  /** `status` is one of the words of R3.4. */
  verify: (status?: string) => `/merchant/accountCenter/verify${status === undefined ? '' : `/${at(status)}`}`,
};

/** The path of a page that needs no parameter; optional ones are left out. */
export const pagePath = (name: RouteName): string => patterns[name].replace(/\/[:*].*$/, '');

/** The route of a path. */
export const routeNameOf = makeRouteFinder(patterns);

/** Returns the path after its redirects. */
export const followRedirects = (path: string): string => {
  const target = redirects[path.length > 1 ? path.replace(/\/$/, '') : path];
  return target === undefined ? path : followRedirects(target);
};
