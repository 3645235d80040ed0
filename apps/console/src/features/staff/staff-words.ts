import type { StaffRole } from '@ronghui/contract';
import type { AuthKey } from '#kernel/start-up.ts';

/** The roles in words, in the order of their reach. @source R6.1 */
export const roleNames: Readonly<Record<StaffRole, string>> = {
  admin: '管理员',
  content: '内容运营',
  review: '审核员',
  finance: '财务',
  support: '客服',
};

/** What each role works on, and what it only reads. @source R6.1 */
export const roleReach: Readonly<Record<StaffRole, string>> = {
  admin: '办理一切，包括运营人员与审计',
  content: '站点设置、协议、产品、页面与文档',
  review: '审核企业认证与订单；可查看客户与内容',
  finance: '账期、明细、计费规则、出账、核款、发票与差异反馈，办理订单；可查看客户',
  support: '差异反馈与会话；可查看客户、订单、账单与内容',
};

// The type of Object.keys loses the literal keys.
export const staffRoles = Object.keys(roleNames) as readonly StaffRole[];

/** 审核员、财务 */
export const staffNames = (roles: readonly StaffRole[]): string => roles.map((role) => roleNames[role]).join('、');

/** What a key is for, in words; the pages of each stand in the sider. */
const areaNames: Readonly<Record<string, string>> = {
  content: '内容',
  customer: '客户与认证',
  order: '订单',
  billing: '账务',
  feedback: '差异反馈',
  chat: '客服会话',
  audit: '审计',
  staff: '运营人员',
};

/** What somebody may do: 客户与认证（查看、办理）. */
export const mayText = (held: Partial<Record<AuthKey, boolean>>): readonly string[] =>
  Object.entries(areaNames).flatMap(([area, name]) => {
    const may = (step: 'read' | 'write') =>
      Object.entries(held).some(([key, is]) => is === true && key === `ops.${area}.${step}`);
    const steps = [...(may('read') ? ['查看'] : []), ...(may('write') ? ['办理'] : [])];
    return steps.length === 0 ? [] : [`${name}（${steps.join('、')}）`];
  });

/** The rule for a new password, shown before one types. @source R5.2 */
export const passwordRule = '8–64\u00a0位，字母、数字、符号中至少两种';
