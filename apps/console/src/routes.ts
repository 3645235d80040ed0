import type { RouteName } from '#kernel/paths.ts';
import type { Route, RouteTable } from './shell/route-table.ts';

/** Every route with its page. Only `main.tsx` imports it and passes it to the shell. */
const routes: Readonly<Record<RouteName, Route>> = {
  home: { title: '首页', auth: [], load: () => import('./features/desk/desk-page.tsx') },
  business: {
    title: '经营概览',
    auth: ['ops.order.read', 'ops.billing.read', 'ops.customer.read', 'ops.feedback.read'],
    load: () => import('./features/business/business-page.tsx'),
  },
  chat: { title: '客服', auth: ['ops.chat.read'], load: () => import('./features/chat/chat-desk-page.tsx') },
  receptions: {
    title: '接待记录',
    auth: ['ops.chat.read'],
    load: () => import('./features/chat/figures/reception-list-page.tsx'),
  },
  chatFigures: {
    title: '客服统计',
    auth: ['ops.chat.read'],
    load: () => import('./features/chat/figures/figures-page.tsx'),
  },
  tenants: {
    title: '商户',
    auth: ['ops.customer.read'],
    load: () => import('./features/customer/tenant/tenant-list-page.tsx'),
  },
  tenant: {
    title: '商户详情',
    auth: ['ops.customer.read'],
    load: () => import('./features/customer/tenant/tenant-page.tsx'),
  },
  users: {
    title: '用户',
    auth: ['ops.customer.read'],
    load: () => import('./features/customer/user/user-list-page.tsx'),
  },
  leads: {
    title: '线索',
    auth: ['ops.customer.read'],
    load: () => import('./features/lead/lead-list-page.tsx'),
  },
  certifications: {
    title: '企业认证',
    auth: ['ops.customer.read'],
    load: () => import('./features/certification/certification-list-page.tsx'),
  },
  certification: {
    title: '审核企业认证',
    auth: ['ops.customer.read'],
    load: () => import('./features/certification/review-page.tsx'),
  },
  orders: {
    title: '订单',
    auth: ['ops.order.read'],
    load: () => import('./features/order/order-list-page.tsx'),
  },
  lines: {
    title: '明细导入',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/line-import/import-list-page.tsx'),
  },
  stages: {
    title: '账期',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/dimension/stage-list-page.tsx'),
  },
  projects: {
    title: '项目',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/dimension/project-list-page.tsx'),
  },
  orgs: {
    title: '机构',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/dimension/org-list-page.tsx'),
  },
  feeRules: {
    title: '计费规则',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/fee-rule/fee-rule-list-page.tsx'),
  },
  billing: {
    title: '出账',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/billing/billing-page.tsx'),
  },
  bills: {
    title: '账单',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/issued/issued-list-page.tsx'),
  },
  site: {
    title: '站点设置',
    auth: ['ops.content.read'],
    load: () => import('./features/content/site/site-page.tsx'),
  },
  slides: {
    title: '首页轮播',
    auth: ['ops.content.read'],
    load: () => import('./features/content/item/slides-page.tsx'),
  },
  categories: {
    title: '产品类目',
    auth: ['ops.content.read'],
    load: () => import('./features/content/item/categories-page.tsx'),
  },
  partners: {
    title: '合作伙伴',
    auth: ['ops.content.read'],
    load: () => import('./features/content/item/partners-page.tsx'),
  },
  products: {
    title: '产品',
    auth: ['ops.content.read'],
    load: () => import('./features/content/product/product-list-page.tsx'),
  },
  product: {
    title: '编辑产品',
    auth: ['ops.content.read'],
    load: () => import('./features/content/product/product-page.tsx'),
  },
  agreements: {
    title: '协议',
    auth: ['ops.content.read'],
    load: () => import('./features/content/agreement/agreement-list-page.tsx'),
  },
  agreement: {
    title: '编辑协议',
    auth: ['ops.content.read'],
    load: () => import('./features/content/agreement/agreement-page.tsx'),
  },
  pages: {
    title: '页面',
    auth: ['ops.content.read'],
    load: () => import('./features/content/page/page-list-page.tsx'),
  },
  page: {
    title: '页面编辑',
    auth: ['ops.content.read'],
    load: () => import('./features/content/page/builder-page.tsx'),
  },
  docs: {
    title: '文档',
    auth: ['ops.content.read'],
    load: () => import('./features/content/doc/doc-tree-page.tsx'),
  },
  doc: {
    title: '编辑文档',
    auth: ['ops.content.read'],
    load: () => import('./features/content/doc/doc-page.tsx'),
  },
  docSection: {
    title: '编辑目录',
    auth: ['ops.content.read'],
    load: () => import('./features/content/doc/section-page.tsx'),
  },
  docFeedback: {
    title: '文档反馈',
    auth: ['ops.content.read'],
    load: () => import('./features/content/doc/doc-feedback-page.tsx'),
  },
  settlement: {
    title: '待结清账单',
    auth: ['ops.billing.read'],
    load: () => import('./features/bill/settlement/settlement-list-page.tsx'),
  },
  receipts: {
    title: '收款',
    auth: ['ops.receipt.read'],
    load: () => import('./features/receipt/receipt-list-page.tsx'),
  },
  monthEnd: {
    title: '月结',
    auth: ['ops.receipt.read'],
    load: () => import('./features/bank-line/month/month-end-page.tsx'),
  },
  accountStatement: {
    title: '对账单',
    auth: ['ops.receipt.read'],
    load: () => import('./features/account-statement/account-statement-page.tsx'),
  },
  feedbacks: {
    title: '差异反馈',
    auth: ['ops.feedback.read'],
    load: () => import('./features/feedback/feedback-list-page.tsx'),
  },
  feedback: {
    title: '答复差异反馈',
    auth: ['ops.feedback.read'],
    load: () => import('./features/feedback/feedback-page.tsx'),
  },
  invoices: {
    title: '开票',
    auth: ['ops.billing.read'],
    load: () => import('./features/invoice/invoice-list-page.tsx'),
  },
  behavior: {
    title: '访客行为',
    auth: ['ops.content.read'],
    load: () => import('./features/behavior/behavior-page.tsx'),
  },
  senders: {
    title: '短信与邮件',
    auth: ['ops.system.read'],
    load: () => import('./features/sender/sender-page.tsx'),
  },
  maintenance: {
    title: '维护',
    auth: ['ops.system.read'],
    load: () => import('./features/maintenance/maintenance-page.tsx'),
  },
  system: {
    title: '运行状态',
    auth: ['ops.system.read'],
    load: () => import('./features/system/system-page.tsx'),
  },
  staff: {
    title: '运营人员',
    auth: ['ops.staff.read'],
    load: () => import('./features/staff/team/staff-list-page.tsx'),
  },
  audit: {
    title: '审计',
    auth: ['ops.audit.read'],
    load: () => import('./features/audit/audit-list-page.tsx'),
  },
  account: { title: '我的账号', auth: [], load: () => import('./features/staff/account-page.tsx') },
};

/** The route table as the shell takes it. */
export const routeTable: RouteTable = {
  routes,
  loginPage: () => import('./features/staff/login-page.tsx'),
  passwordPage: () => import('./features/staff/first-password-page.tsx'),
  totpPage: () => import('./features/staff/first-totp-page.tsx'),
};
