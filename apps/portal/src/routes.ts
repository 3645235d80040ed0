import type { LoadPage } from '@ronghui/web/navigation/chunks';
import type { PageProps } from '#kernel/page-props.ts';
import { paths, type RouteName } from '#kernel/paths.ts';
import type { merchantPages } from './merchant-pages.ts';
import type { Route, RouteTable } from './shell/route-table.ts';

const open = { access: 'public', auth: [] } as const;
const account = { ...open, skeleton: 'card' } as const;

type AreaRoute = Pick<Route, 'title'> & Partial<Pick<Route, 'auth' | 'skeleton' | 'tab' | 'within' | 'up'>>;

/** Routes of the merchant area; each page is loaded through their list, which no public page fetches. */
const areaRoutes = (
  given: Readonly<Record<keyof typeof merchantPages, AreaRoute>>,
): Record<keyof typeof given, Route> => {
  const made = Object.entries(given).map(([name, route]) => {
    // The names are those of the record.
    const load: LoadPage<PageProps> = async () =>
      (await import('./merchant-pages.ts')).merchantPages[name as keyof typeof given]();
    return [name, { access: 'merchant', auth: [], skeleton: 'list', load, ...route }];
  });
  return Object.fromEntries(made) as Record<keyof typeof given, Route>;
};

/** The merchant area, a page a line. @source R2.4, R6.2 */
const area = areaRoutes({
  merchantHome: { title: '商户中心', skeleton: 'parts', tab: 'mine' },
  order: { title: '我的订单', auth: ['order.read'] },
  bill: { title: '我的账单', auth: ['bill.read'] },
  accountStatement: { title: '对账单', auth: ['bill.read'] },
  authorizationRecord: { title: '授权记录', auth: ['authorization.read'] },
  reconManagement: { title: '对账管理', auth: ['recon.read'] },
  reconNew: { title: '新建对账', skeleton: 'parts', within: 'reconManagement', auth: ['recon.write'] },
  reconYear: { title: '全年对账', within: 'reconManagement', auth: ['recon.read'] },
  reconRun: { title: '对账结果', within: 'reconManagement', auth: ['recon.read'] },
  reconStatement: {
    title: '对账结果单',
    skeleton: 'parts',
    within: 'reconManagement',
    auth: ['recon.read'],
    up: ({ runId = '' }) => paths.reconRun(runId),
  },
  feedback: { title: '差异反馈', auth: ['feedback.read'] },
  loanConsult: { title: '业务明细', auth: ['loanConsult.read'] },
  notice: { title: '通知' },
  exports: { title: '导出任务', auth: ['export.create'] },
  invoice: { title: '发票', auth: ['invoice.read'] },
  basicInfo: { title: '基本信息', skeleton: 'parts' },
  safety: { title: '安全设置', skeleton: 'parts' },
  verify: { title: '企业认证', skeleton: 'parts' },
  members: { title: '成员管理', auth: ['member.manage'] },
});

/** Every route with its page. Only the two entry modules import it and pass it to the shell. */
export const routes: Readonly<Record<RouteName, Route>> = {
  home: {
    ...open,
    title: '首页',
    skeleton: 'grid',
    tab: 'home',
    load: () => import('./features/catalog/home/home-page.tsx'),
  },
  products: {
    ...open,
    title: '产品',
    skeleton: 'grid',
    tab: 'products',
    load: () => import('./features/catalog/product/products-page.tsx'),
  },
  product: {
    ...open,
    title: '产品详情',
    skeleton: 'product',
    up: () => paths.products(),
    load: () => import('./features/catalog/product/product-detail-page.tsx'),
  },
  skuConfig: {
    ...open,
    title: '产品配置',
    skeleton: 'form',
    up: ({ pid = '' }) => paths.product(pid),
    load: () => import('./features/purchase/sku-config-page.tsx'),
  },
  login: {
    ...account,
    title: '登录',
    load: () => import('./features/account/login-page.tsx'),
  },
  register: {
    ...account,
    title: '注册',
    load: () => import('./features/register/register-page.tsx'),
  },
  findPassword: {
    ...account,
    title: '找回密码',
    up: () => paths.login(),
    load: () => import('./features/password/find-password-page.tsx'),
  },
  changePassword: {
    ...account,
    title: '修改密码',
    load: () => import('./features/password/change-password-page.tsx'),
  },
  partners: {
    ...open,
    title: '合作伙伴',
    skeleton: 'text',
    load: () => import('./features/catalog/partners-page.tsx'),
  },
  about: {
    ...open,
    title: '关于我们',
    skeleton: 'text',
    load: () => import('./features/catalog/about-page.tsx'),
  },
  leadForm: {
    ...open,
    title: '意见反馈',
    skeleton: 'form',
    load: () => import('./features/lead/lead-form-page.tsx'),
  },
  chat: {
    ...open,
    title: '在线客服',
    skeleton: 'text',
    load: () => import('./features/chat/chat-page.tsx'),
  },
  agreement: {
    ...open,
    title: '协议',
    skeleton: 'text',
    load: () => import('./features/agreement/agreement-page.tsx'),
  },
  docs: {
    ...open,
    title: '文档中心',
    skeleton: 'docs',
    tab: 'docs',
    docCenter: true,
    up: () => paths.docs(),
    load: () => import('./features/doc/docs-page.tsx'),
  },
  ...area,
};

/** The pages for an unknown route and for a route without a component (R2.5). */
const fallbackPages: RouteTable['fallbackPages'] = {
  notFound: () => import('./shell/pages/not-found-page.tsx'),
  missing: () => import('./shell/pages/missing-page.tsx'),
};

/** The route table as the shell takes it. */
export const routeTable: RouteTable = { routes, fallbackPages };
