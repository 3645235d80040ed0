import { codeSendingOperations, isMapped, seedCatalogue, systemText } from '@ronghui/contract/wire';
import { CallError } from './call-error.ts';

const networkText = seedCatalogue.UMDP00001.message;
const sendFailedText = '验证码发送失败';

/** What a page shows that was not loaded over HTTPS (nor from this machine). */
export const insecureText = '请使用 HTTPS 访问';

const statusTexts: Readonly<Record<number, string>> = {
  404: '访问路径有误，请修改',
  500: systemText,
  401: '登录超时，请重新登录',
};

/**
 * What staff read of their own login and account, where R8 has one sentence for all that merchants do: they are to know what to correct.
 * By the operation, since a merchant's operations keep the table's words.
 */
const staffTexts: Readonly<Record<string, string>> = {
  OPS100019: '动态口令或恢复码不正确：请输入身份验证器现在显示的\u00a06\u00a0位数字',
  OPS01001: '原密码不正确，请重新输入',
  OPS01006: '您的登录密码不正确，请重新输入',
  OPSB0009: '新密码不符合规则，或太容易猜到（常见的密码、账号名）',
};

/**
 * The text that the user reads when a call failed, in the order of R8.3: the override of the two operations that send
 * codes, the mapped text (of staff the one above), an `RH…` error's own sentence (of a 422 those of its fields), the status table, `errMsg`, the system text. It is empty when
 * the caller cancelled.
 *
 * `channel` tells a code sent by mail (`user.sendVerifyCode`), which keeps its own text, from one sent by SMS.
 *
 * @source R8.2, R8.3
 */
export const errorText = (operationId: string, error: unknown, channel: 'sms' | 'email' = 'sms'): string => {
  if (!(error instanceof CallError)) return systemText;
  if (error.kind === 'aborted') return '';
  if (error.kind === 'insecure') return insecureText;
  if (error.kind === 'unreachable') return networkText;
  const { errCode, errMsg, status } = error;
  if (errCode !== undefined && isMapped(errCode)) {
    const ofStaff = operationId.startsWith('ops.') ? staffTexts[errCode] : undefined;
    if (ofStaff !== undefined) return ofStaff;
    const sendsSms = codeSendingOperations.includes(operationId) && channel === 'sms';
    return sendsSms ? sendFailedText : seedCatalogue[errCode].message;
  }
  // 请检查标出的项 points at the marks of a form; who reads this text has none, and reads what would stand at the fields.
  if (errCode?.startsWith('RH') && errMsg) return error.fields.map(({ message }) => message).join('；') || errMsg;
  return statusTexts[status] ?? (errMsg || systemText);
};
