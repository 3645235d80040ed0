import type { OwnText } from './error-text.ts';

/**
 * What staff read of their own login and account, where R8 has one sentence for all that merchants do: they are to know what to correct.
 * By the operation, since a merchant's operations keep the table's words.
 */
const texts: Readonly<Record<string, string>> = {
  OPS100019: '动态口令或恢复码不正确：请输入身份验证器现在显示的\u00a06\u00a0位数字',
  OPS01001: '原密码不正确，请重新输入',
  OPS01006: '您的登录密码不正确，请重新输入',
  OPSB0009: '新密码不符合规则，或太容易猜到（常见的密码、账号名）',
};

/** These words for an operation of staff. */
export const staffText: OwnText = (operationId, { errCode = '' }) =>
  operationId.startsWith('ops.') ? texts[errCode] : undefined;
