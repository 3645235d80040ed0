import { titleOf } from '@ronghui/web/navigation/page-title';
import { describe, expect, it } from 'vitest';
import { patterns, type RouteName } from '#kernel/paths.ts';
import { routes } from './routes.ts';

/** The title of each page (R2.3); a page with a subject of its own puts that in its place. */
const titles: Readonly<Record<RouteName, string>> = {
  home: '首页',
  products: '产品',
  product: '产品详情',
  skuConfig: '产品配置',
  login: '登录',
  register: '注册',
  findPassword: '找回密码',
  changePassword: '修改密码',
  partners: '合作伙伴',
  about: '关于我们',
  leadForm: '意见反馈',
  chat: '在线客服',
  agreement: '协议',
  docs: '文档中心',
  merchantHome: '商户中心',
  order: '我的订单',
  bill: '我的账单',
  accountStatement: '对账单',
  authorizationRecord: '授权记录',
  reconManagement: '对账管理',
  reconNew: '新建对账',
  reconYear: '全年对账',
  reconRun: '对账结果',
  reconStatement: '对账结果单',
  feedback: '差异反馈',
  loanConsult: '业务明细',
  notice: '通知',
  exports: '导出任务',
  invoice: '发票',
  basicInfo: '基本信息',
  safety: '安全设置',
  verify: '企业认证',
  members: '成员管理',
};

/** The keys of the pages that ask for one; every other page asks for none. */
const keys: Partial<Record<RouteName, string>> = {
  order: 'order.read',
  bill: 'bill.read',
  accountStatement: 'bill.read',
  authorizationRecord: 'authorization.read',
  reconManagement: 'recon.read',
  reconNew: 'recon.write',
  reconYear: 'recon.read',
  reconRun: 'recon.read',
  reconStatement: 'recon.read',
  feedback: 'feedback.read',
  loanConsult: 'loanConsult.read',
  exports: 'export.create',
  invoice: 'invoice.read',
  members: 'member.manage',
};

/** The address of each page, letter for letter (R2.4): the router itself does not tell capitals from small letters. */
const addresses: Readonly<Record<RouteName, string>> = {
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
  accountStatement: '/merchant/userCenter/accountStatement',
  authorizationRecord: '/merchant/userCenter/authorizationRecord',
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
};

/** Pages that are there; a rename or a lost line of the table must not take one away. */
const built: readonly RouteName[] = [
  ...(['home', 'products', 'product', 'skuConfig', 'login', 'register', 'findPassword', 'changePassword'] as const),
  ...(['partners', 'about', 'leadForm', 'agreement', 'docs', 'merchantHome', 'order', 'bill'] as const),
  ...(['feedback', 'authorizationRecord', 'notice', 'basicInfo', 'safety', 'verify', 'members'] as const),
  ...(['reconManagement', 'reconNew', 'reconYear', 'reconRun', 'reconStatement', 'accountStatement'] as const),
];

/** The names are those of the record; the type of Object.entries loses them. */
const named = Object.entries(titles) as [RouteName, string][];

describe('the route table', () => {
  it.each(named)('R2.3 %s is titled %s', (name, title) => {
    expect(titleOf(routes[name].title, '融惠')).toBe(`${title} - 融惠`);
  });

  it.each(named)('R2.3 %s scrolls to its top, and asks for its key behind the login alone', (name) => {
    const { scrollTop, auth, access } = routes[name];
    expect(scrollTop).toBeUndefined();
    expect(auth).toEqual(keys[name] === undefined ? [] : [keys[name]]);
    expect(access).toBe(patterns[name].startsWith('/merchant/') ? 'merchant' : 'public');
  });

  it.each(named)('R2.4 the page %s stands at its address', (name) => {
    expect(patterns[name]).toBe(addresses[name]);
  });

  it.each(built)('R2.4 the page %s is there', (name) => {
    expect(routes[name].load).toBeDefined();
  });
});
