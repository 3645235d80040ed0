import type { LoadPage } from '@ronghui/web/navigation/chunks';
import type { PageProps } from '#kernel/page-props.ts';
import { paths, type RouteName } from '#kernel/paths.ts';
import type { merchantPages } from './merchant-pages.ts';
import type { Route, RouteTable } from './shell/route-table.ts';

const open = { access: 'public', auth: [], scrollTop: true } as const;
const account = { ...open, skeleton: 'card' } as const;
const merchant = { access: 'merchant', scrollTop: true, skeleton: 'list' } as const;

/** Loads a page of the merchant area through their list, which no public page fetches. */
const area =
  (name: keyof typeof merchantPages): LoadPage<PageProps> =>
  async () =>
    (await import('./merchant-pages.ts')).merchantPages[name]();

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
  merchantHome: {
    ...merchant,
    skeleton: 'parts',
    title: '商户中心',
    auth: [],
    tab: 'mine',
    load: area('merchantHome'),
  },
  order: {
    ...merchant,
    title: '我的订单',
    auth: ['order.read'],
    load: area('order'),
  },
  bill: { ...merchant, title: '我的账单', auth: ['bill.read'], load: area('bill') },
  authorizationRecord: {
    ...merchant,
    title: '授权记录',
    auth: ['authorization.read'],
    load: area('authorizationRecord'),
  },
  reconManagement: { ...merchant, title: '对账管理', auth: ['recon.read'], load: area('reconManagement') },
  reconNew: {
    ...merchant,
    skeleton: 'parts',
    title: '新建对账',
    auth: ['recon.write'],
    within: 'reconManagement',
    load: area('reconNew'),
  },
  reconYear: {
    ...merchant,
    title: '全年对账',
    auth: ['recon.read'],
    within: 'reconManagement',
    load: area('reconYear'),
  },
  reconRun: {
    ...merchant,
    title: '对账结果',
    auth: ['recon.read'],
    within: 'reconManagement',
    load: area('reconRun'),
  },
  reconStatement: {
    ...merchant,
    skeleton: 'parts',
    title: '对账单',
    auth: ['recon.read'],
    within: 'reconManagement',
    up: ({ runId = '' }) => paths.reconRun(runId),
    load: area('reconStatement'),
  },
  feedback: { ...merchant, title: '差异反馈', auth: ['feedback.read'], load: area('feedback') },
  loanConsult: { ...merchant, title: '业务明细', auth: ['loanConsult.read'], load: area('loanConsult') },
  notice: { ...merchant, title: '通知', auth: [], load: area('notice') },
  exports: { ...merchant, title: '导出任务', auth: ['export.create'], load: area('exports') },
  invoice: { ...merchant, title: '发票', auth: ['invoice.read'], load: area('invoice') },
  basicInfo: {
    ...merchant,
    skeleton: 'parts',
    title: '基本信息',
    auth: [],
    load: area('basicInfo'),
  },
  safety: {
    ...merchant,
    skeleton: 'parts',
    title: '安全设置',
    auth: [],
    load: area('safety'),
  },
  verify: {
    ...merchant,
    skeleton: 'parts',
    title: '企业认证',
    auth: [],
    load: area('verify'),
  },
  members: {
    ...merchant,
    title: '成员管理',
    auth: ['member.manage'],
    load: area('members'),
  },
};

/** The pages for an unknown route and for a route without a component (R2.5). */
const fallbackPages: RouteTable['fallbackPages'] = {
  notFound: () => import('./shell/pages/not-found-page.tsx'),
  missing: () => import('./shell/pages/missing-page.tsx'),
};

/** The route table as the shell takes it. */
export const routeTable: RouteTable = { routes, fallbackPages };
