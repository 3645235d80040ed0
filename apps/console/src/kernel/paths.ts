import { makeRouteFinder, withSearch } from '@ronghui/web/navigation/route-paths';

/** Every route pattern of the console. `routes.ts` gives each its page; no other file writes a pattern. */
export const patterns = {
  home: '/',
  business: '/business',
  chat: '/chat',
  receptions: '/chat/receptions',
  chatFigures: '/chat/figures',
  tenants: '/tenants',
  tenant: '/tenants/:tenantId',
  users: '/users',
  leads: '/leads',
  certifications: '/certifications',
  certification: '/certifications/:submissionNo',
  orders: '/orders',
  lines: '/lines',
  stages: '/stages',
  projects: '/projects',
  orgs: '/orgs',
  feeRules: '/feeRules',
  billing: '/billing',
  bills: '/bills',
  site: '/content/site',
  slides: '/content/slides',
  categories: '/content/categories',
  partners: '/content/partners',
  products: '/content/products',
  product: '/content/products/:key',
  agreements: '/content/agreements',
  agreement: '/content/agreements/:key',
  pages: '/content/pages',
  page: '/content/pages/:page',
  docs: '/content/docs',
  doc: '/content/docs/:key',
  docSection: '/content/docSections/:key',
  docFeedback: '/content/docFeedback',
  settlement: '/settlement',
  receipts: '/receipts',
  monthEnd: '/receipts/month',
  accountStatement: '/accountStatement',
  feedbacks: '/feedback',
  feedback: '/feedback/:feedbackNo',
  invoices: '/invoices',
  behavior: '/behavior',
  senders: '/senders',
  maintenance: '/maintenance',
  system: '/system',
  staff: '/staff',
  audit: '/audit',
  account: '/account',
} as const;

/** The name of a route. */
export type RouteName = keyof typeof patterns;

/** Builds the path of a page; `href` turns it into the address of a link. */
export const paths = {
  home: () => patterns.home,
  /** Days, and what figures are added up by. */
  business: (search: { from?: string; to?: string; by?: string } = {}) => withSearch(patterns.business, search),
  /** `open` is a conversation. */
  chat: (search: { open?: string } = {}) => withSearch(patterns.chat, search),
  /** Days are those on which they were opened; the others are filters. */
  receptions: (search: { from?: string; to?: string; kind?: string; category?: string; staffId?: string } = {}) =>
    withSearch(patterns.receptions, search),
  chatFigures: (search: { from?: string; to?: string } = {}) => withSearch(patterns.chatFigures, search),
  /** Days are those of the submission. */
  certifications: (search: { status?: string; from?: string; to?: string } = {}) =>
    withSearch(patterns.certifications, search),
  /** `certification` and `keyword` filter the list. */
  tenants: (search: { keyword?: string; certification?: string } = {}) => withSearch(patterns.tenants, search),
  tenant: (tenantId: string) => `${patterns.tenants}/${encodeURIComponent(tenantId)}`,
  /** `open` is the user whose drawer is open. */
  users: (search: { open?: string } = {}) => withSearch(patterns.users, search),
  /** `open` is the lead whose drawer is open. */
  leads: (search: { open?: string; owner?: string; status?: string; due?: string; from?: string; to?: string } = {}) =>
    withSearch(patterns.leads, search),
  certification: (submissionNo: string) => `${patterns.certifications}/${encodeURIComponent(submissionNo)}`,
  /** `open` is the order whose drawer is open. */
  orders: (
    search: {
      open?: string;
      queue?: string;
      tenantId?: string;
      keyword?: string;
      from?: string;
      to?: string;
      paidFrom?: string;
      paidTo?: string;
    } = {},
  ) => withSearch(patterns.orders, search),
  /** `open` is the import whose drawer is open. */
  lines: (search: { open?: string } = {}) => withSearch(patterns.lines, search),
  /** `open` is the stage whose drawer is open. */
  stages: (search: { open?: string } = {}) => withSearch(patterns.stages, search),
  projects: () => patterns.projects,
  orgs: () => patterns.orgs,
  feeRules: () => patterns.feeRules,
  /** `stageId` is the stage that is billed. */
  billing: (search: { stageId?: string } = {}) => withSearch(patterns.billing, search),
  /** Issued bills, and with `drafts` those to be issued; `open` is the bill whose drawer is open, days are those of the issue and of the due day. */
  bills: (
    search: {
      open?: string;
      tenantId?: string;
      stageId?: string;
      productId?: string;
      drafts?: string;
      direction?: string;
      status?: string;
      from?: string;
      to?: string;
      dueFrom?: string;
      dueTo?: string;
    } = {},
  ) => withSearch(patterns.bills, search),
  site: () => patterns.site,
  slides: () => patterns.slides,
  categories: () => patterns.categories,
  partners: () => patterns.partners,
  products: (search: { state?: string } = {}) => withSearch(patterns.products, search),
  product: (key: string) => `${patterns.products}/${encodeURIComponent(key)}`,
  agreements: (search: { state?: string } = {}) => withSearch(patterns.agreements, search),
  agreement: (key: string) => `${patterns.agreements}/${encodeURIComponent(key)}`,
  pages: () => patterns.pages,
  page: (page: string) => `${patterns.pages}/${encodeURIComponent(page)}`,
  docs: () => patterns.docs,
  doc: (key: string) => `${patterns.docs}/${encodeURIComponent(key)}`,
  docSection: (key: string) => `/content/docSections/${encodeURIComponent(key)}`,
  docFeedback: () => patterns.docFeedback,
  /** `open` is the bill whose drawer is open. */
  settlement: (search: { open?: string; queue?: string; direction?: string; dueFrom?: string; dueTo?: string } = {}) =>
    withSearch(patterns.settlement, search),
  /** `open` is the receipt whose drawer is open. */
  receipts: (search: { open?: string; queue?: string; tenantId?: string } = {}) =>
    withSearch(patterns.receipts, search),
  /** `month` is `2026-11`. */
  monthEnd: (search: { ownAccount?: string; month?: string } = {}) => withSearch(patterns.monthEnd, search),
  accountStatement: (search: { tenantId?: string } = {}) => withSearch(patterns.accountStatement, search),
  /** Days are those on which they were opened. */
  feedbacks: (search: { queue?: string; tenantId?: string; from?: string; to?: string } = {}) =>
    withSearch(patterns.feedbacks, search),
  feedback: (feedbackNo: string) => `${patterns.feedbacks}/${encodeURIComponent(feedbackNo)}`,
  /** `open` is the invoice whose drawer is open. */
  invoices: (search: { open?: string; queue?: string; tenantId?: string } = {}) =>
    withSearch(patterns.invoices, search),
  /** Days, step and page are filters. */
  behavior: (search: { from?: string; to?: string; step?: string; pageId?: string } = {}) =>
    withSearch(patterns.behavior, search),
  senders: () => patterns.senders,
  /** `open` is the colleague whose drawer is open. */
  staff: (search: { open?: string } = {}) => withSearch(patterns.staff, search),
  /** `open` is the event whose drawer is open; the others are filters. */
  audit: (search: { open?: string; actor?: string; tenantId?: string; object?: string; event?: string } = {}) =>
    withSearch(patterns.audit, search),
  account: () => patterns.account,
};

/** The route of a path. */
export const routeNameOf = makeRouteFinder(patterns);
