import { type CallError, errorData } from '@ronghui/client';

/** The further proof that a login needs. */
export type Proof = 'none' | 'totp' | 'sms';

/** The further proof that a refused login asks for, if any. @source contract RHAC003 */
export const proofOf = (error: CallError): Proof | undefined => errorData(error, 'RHAC003')?.need;

/** The hint for a wrong one-time password or recovery code; undefined when it is right. */
export const secondFactorHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请输入动态口令或恢复码';
  return /^(?:\d{6}|[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5})$/.test(typed.trim())
    ? undefined
    : '请输入 6\u00a0位数字，或完整的恢复码';
};
