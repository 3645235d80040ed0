import type { RouteName } from '#kernel/paths.ts';

/** The text at the head of a page, where it is more than the route's title. */
export interface LandingHead {
  readonly title?: (brand: string) => string;
  /** Shown on the page itself only; the pages below it have their own text. */
  readonly lead?: string;
  readonly foot?: string;
}

/** Heads that the first response's shells contain, so that the largest text is painted with it. They are not in the browser's script. */
export const landingHeads: Readonly<Partial<Record<RouteName, LandingHead>>> = {
  login: { title: (brand) => `登录${brand}`, foot: '还没有账号？免费注册' },
  register: {
    title: (brand) => `注册${brand}账号`,
    lead: '约一分钟，注册后即可选购和试用',
    foot: '已有账号？直接登录',
  },
  findPassword: { lead: '用注册时的手机号接收验证码，设置新密码' },
  changePassword: { lead: '修改后，其他设备上的登录会全部退出' },
  products: { lead: '先看清价格和规则，再决定试用还是开通。' },
  docs: { lead: '从注册到对账，每一步怎么做、出了问题找谁，都写在这里。' },
};
