import { isMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';

/** The hint for a wrong mobile; undefined when it is right. @source R5.1, R5.2 */
export const mobileHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请输入手机号';
  return isMobile(normaliseMobile(typed)) ? undefined : '请输入 11\u00a0位大陆手机号';
};

/** The hint for a missing text. @source R5.1 */
export const requiredHint = (typed: string, label: string): string | undefined =>
  typed.trim() === '' ? `请输入${label}` : undefined;

/** The hint for a wrong code of six digits (SMS or TOTP); undefined when it is right. @source R5.1, R5.3 */
export const codeHint = (typed: string, label: string): string | undefined => {
  if (typed === '') return `请输入${label}`;
  return /^\d{6}$/.test(typed) ? undefined : '请输入 6\u00a0位数字';
};
