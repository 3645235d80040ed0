import type { JSX } from 'react';
import type { LoadPage } from '#kernel/chunks.tsx';
import type { PageProps } from '#kernel/page-props.ts';
import { paths, type RouteName } from '#kernel/paths.ts';
import type { AuthKey } from '#kernel/start-up.ts';
import type { merchantPages } from './merchant-pages.ts';

/** What a page's error boundary shows in place of the page. */
export type Fallback = (props: { readonly error: unknown; readonly retry: () => void }) => JSX.Element;

/** A route, all that is declared of it in one place. @source R2.3, R2.4, R6.2 */
export interface Route {
  /** `{title} - {brand}`; a page may name itself after what it shows. */
  readonly title: string;
  /** Fetches the page's module. A route without one renders nothing broken (R2.5). */
  readonly load?: LoadPage<PageProps>;
  /** `merchant` pages need a login. */
  readonly access: 'public' | 'merchant';
  /** Any of these keys lets the user in (R6.2). */
  readonly auth: readonly AuthKey[];
  /** Whether the page scrolls to its top on entry. */
  readonly scrollTop: boolean;
  /** The error boundary's own fallback, instead of the generic one (R8.4). */
  readonly fallback?: Fallback;
  /** Shown to those without the keys, instead of `No Auth`. */
  readonly noAuth?: (() => JSX.Element) | undefined;
  /** Exists only while the document centre is visible (R2.6). */
  readonly docCenter?: true;
  /** The shape that holds the page's place while it loads. */
  readonly skeleton: 'card' | 'product' | 'docs' | 'text' | 'grid';
  /** H5: the bottom tab it belongs to; a page that is not a tab's own shows the way back instead of the brand. */
  readonly tab?: 'home' | 'products' | 'docs' | 'mine';
  /** H5: where the way back leads; the home page unless told. */
  readonly up?: (params: PageProps['params']) => string;
}

const open = { access: 'public', auth: [], scrollTop: true } as const;
const account = { ...open, skeleton: 'card' } as const;
const merchant = { access: 'merchant', scrollTop: true, skeleton: 'text', tab: 'mine' } as const;

/** A page of the merchant area, by way of their list, which no public page fetches. */
const area =
  (name: keyof typeof merchantPages): LoadPage<PageProps> =>
  async () =>
    (await import('./merchant-pages.ts')).merchantPages[name]();

/** THE route table. */
export const routes: Readonly<Record<RouteName, Route>> = {
  home: {
    ...open,
    title: '首页',
    skeleton: 'grid',
    tab: 'home',
    load: () => import('./features/catalog/home-page.tsx'),
  },
  products: {
    ...open,
    title: '产品',
    skeleton: 'grid',
    tab: 'products',
    load: () => import('./features/catalog/products-page.tsx'),
  },
  product: {
    ...open,
    title: '产品详情',
    skeleton: 'product',
    up: () => paths.products(),
    load: () => import('./features/catalog/product-detail-page.tsx'),
  },
  skuConfig: {
    ...open,
    title: '产品配置',
    skeleton: 'text',
    up: ({ pid = '' }) => paths.product(pid),
    load: () => import('./features/order/sku-config-page.tsx'),
  },
  login: {
    ...account,
    title: '登录',
    load: () => import('./features/account/login-page.tsx'),
  },
  register: {
    ...account,
    title: '注册',
    load: () => import('./features/account/register-page.tsx'),
  },
  findPassword: {
    ...account,
    title: '找回密码',
    up: () => paths.login(),
    load: () => import('./features/account/find-password-page.tsx'),
  },
  changePassword: {
    ...account,
    title: '修改密码',
    load: () => import('./features/account/change-password-page.tsx'),
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
    skeleton: 'text',
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
    load: () => import('./features/doc/docs-page.tsx'),
  },
  merchantHome: {
    ...merchant,
    title: '商户中心',
    auth: [],
    load: area('merchantHome'),
  },
  order: {
    ...merchant,
    title: '我的订单',
    auth: ['order.read'],
    load: area('order'),
  },
  bill: { ...merchant, title: '我的账单', auth: ['bill.read'] },
  authorizationRecord: {
    ...merchant,
    title: '授权记录',
    auth: ['authorization.read'],
    load: area('authorizationRecord'),
  },
  reconManagement: { ...merchant, title: '对账管理', auth: ['recon.read'] },
  feedback: { ...merchant, title: '差异反馈', auth: ['feedback.read'] },
  loanConsult: { ...merchant, title: '贷款咨询明细', auth: ['loanConsult.read'] },
  notice: { ...merchant, title: '通知', auth: [], load: area('notice') },
  exports: { ...merchant, title: '导出任务', auth: ['export.create'] },
  invoice: { ...merchant, title: '发票', auth: ['invoice.read'] },
  basicInfo: {
    ...merchant,
    title: '基本信息',
    auth: [],
    load: area('basicInfo'),
  },
  safety: {
    ...merchant,
    title: '安全设置',
    auth: [],
    load: area('safety'),
  },
  verify: {
    ...merchant,
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

/** What stands where there is no page: for an unknown route, and for one without a component (R2.5). */
export const stopgaps: Readonly<Record<'notFound' | 'missing', LoadPage<PageProps>>> = {
  notFound: () => import('./shell/not-found-page.tsx'),
  missing: () => import('./shell/missing-page.tsx'),
};
