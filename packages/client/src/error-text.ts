import { codeSendingOperations, isMapped, seedTexts, systemText } from '@ronghui/contract/wire';
import { CallError } from './call-error.ts';

const networkText = seedTexts.UMDP00001;
const sendFailedText = '验证码发送失败';

/** What a page shows that was not loaded over HTTPS (nor from this machine). */
export const insecureText = '请使用 HTTPS 访问';

const statusTexts: Readonly<Record<number, string>> = {
  404: '访问路径有误，请修改',
  500: systemText,
  401: '登录超时，请重新登录',
};

let ownTexts: Readonly<Record<string, string>> = {};

/** Sets what staff read in the place of a mapped text: by the console, so that other pages do not carry it. */
export const setStaffTexts = (texts: Readonly<Record<string, string>>): void => {
  ownTexts = texts;
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
    const ofStaff = operationId.startsWith('ops.') ? ownTexts[errCode] : undefined;
    if (ofStaff !== undefined) return ofStaff;
    const sendsSms = codeSendingOperations.includes(operationId) && channel === 'sms';
    return sendsSms ? sendFailedText : seedTexts[errCode];
  }
  // 请检查标出的项 points at the marks of a form; who reads this text has none, and reads what would stand at the fields.
  if (errCode?.startsWith('RH') && errMsg) return error.fields.map(({ message }) => message).join('；') || errMsg;
  return statusTexts[status] ?? (errMsg || systemText);
};
