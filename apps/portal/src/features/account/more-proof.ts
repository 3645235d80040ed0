import { type CallError, errorData } from '@ronghui/client';

/** What a login needs beside its first proof. */
export type Proof = 'none' | 'totp' | 'sms';

/** What a refused login asks for, where it asks. @source contract RHAC003 */
export const proofOf = (error: CallError): Proof | undefined => errorData(error, 'RHAC003')?.need;

/** What is wrong with a one-time password or a recovery code, or nothing. */
export const secondFactorHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请输入动态口令或恢复码';
  return /^(?:\d{6}|[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5})$/.test(typed.trim())
    ? undefined
    : '请输入 6 位数字，或完整的恢复码';
};
