import { oneTimePasswordMinutes } from '@ronghui/domain/staff';
import { demoAccounts, demoColleagues } from '#features/register/demo-accounts';
import type { FirstAdmin } from '#features/staff/staff-admin';

/** What a start tells the person at the terminal. */
export interface Greeting {
  /** Where it serves, without a slash at the end. */
  readonly address: string;
  /** The first admin, whose password this start made. */
  readonly admin: FirstAdmin | null;
  /** With DEMO=on staff need no second factor. */
  readonly isDemo: boolean;
  readonly hasDemoAccounts: boolean;
}

const adminLines = ({ account, oneTimePassword }: FirstAdmin, isDemo: boolean): readonly string[] => [
  `  账号 ${account}，一次性密码 ${oneTimePassword}（${oneTimePasswordMinutes} 分钟内登录一次，只在这里显示一次）`,
  isDemo ? '  登录后设置自己的密码' : '  登录后设置自己的密码，并用手机上的身份验证器应用绑定动态口令：请先装好一个',
];

const demoLines = (): readonly string[] => [
  '演示账户',
  ...[...demoAccounts, ...demoColleagues].map(({ mobile, password }) => `  ${mobile} / ${password}`),
];

/** One readable block: where it serves, how the first admin gets in, the demonstration accounts. @source R14.1 */
export const greetingOf = ({ address, admin, isDemo, hasDemoAccounts }: Greeting): string =>
  [
    '',
    `融惠已启动：${address}/`,
    `运营控制台：${address}/console/`,
    ...(admin === null ? [] : adminLines(admin, isDemo)),
    ...(hasDemoAccounts ? demoLines() : []),
    `接口文档：${address}/api-docs`,
    '',
    '',
  ].join('\n');
