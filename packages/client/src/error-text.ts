import { codeSendingOperations, isMapped, seedTexts, systemText } from '@ronghui/contract/wire';
import { CallError } from './call-error.ts';

const sendFailedText = '验证码发送失败';

/** What a page shows that was not loaded over HTTPS (nor from this machine). */
export const insecureText = '请使用 HTTPS 访问';

const kindTexts: Partial<Readonly<Record<CallError['kind'], string>>> = {
  aborted: '',
  insecure: insecureText,
  unreachable: seedTexts.UMDP00001,
};

const statusTexts: Readonly<Record<number, string>> = {
  404: '访问路径有误，请修改',
  500: systemText,
  401: '登录超时，请重新登录',
};

/** What an application says in its own words of a failed call; undefined where it has none. */
export type OwnText = (operationId: string, error: CallError) => string | undefined;

/** What is read in the place of the reply's text: set by the console and by the merchant area, so that other pages do not carry it. */
export const ownTexts: { find?: OwnText } = {};

/**
 * The text that the user reads when a call failed, in the order of R8.3: the application's own, the override of the two operations that send
 * codes, the mapped text, an `RH…` error's own sentence (of a 422 those of its fields), the status table, `errMsg`, the system text. It is empty when
 * the caller cancelled.
 *
 * `channel` tells a code sent by mail (`user.sendVerifyCode`), which keeps its own text, from one sent by SMS.
 *
 * @source R8.2, R8.3
 */
export const errorText = (operationId: string, error: unknown, channel: 'sms' | 'email' = 'sms'): string => {
  if (!(error instanceof CallError)) return systemText;
  const fixed = kindTexts[error.kind] ?? ownTexts.find?.(operationId, error);
  if (fixed !== undefined) return fixed;
  const { errCode, errMsg, status } = error;
  if (errCode !== undefined && isMapped(errCode)) {
    const sendsSms = codeSendingOperations.includes(operationId) && channel === 'sms';
    return sendsSms ? sendFailedText : seedTexts[errCode];
  }
  // 请检查标出的项 points at the marks of a form; who reads this text has none, and reads what would stand at the fields.
  if (errCode?.startsWith('RH') && errMsg) return error.fields.map(({ message }) => message).join('；') || errMsg;
  return statusTexts[status] ?? (errMsg || systemText);
};
