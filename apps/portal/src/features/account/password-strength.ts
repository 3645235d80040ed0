import { normaliseMobile } from '@ronghui/domain/identity/mobile';
import {
  countPasswordKinds,
  normalisePassword,
  passwordFault,
  passwordLength,
} from '@ronghui/domain/identity/password';
import type { PasswordStrength } from '@ronghui/ui';

/** The rule for a new password, shown before the user types. @source R5.2 */
export const passwordRule = '8–64\u00a0位，字母、数字、符号中至少两种';

const lengthOf = (password: string): number => [...password].length;

// The list of the commonest passwords stays on the server, whose answer decides (R5.1).
const faultOf = (password: string, mobile: string) =>
  passwordFault(password, { mobile: normaliseMobile(mobile), isCommon: () => false });

/** The hint for an invalid new password; undefined when it is valid. @source R5.1, R5.2 */
export const newPasswordHint = (typed: string, mobile: string): string | undefined => {
  const fault = faultOf(normalisePassword(typed), mobile);
  return fault === null
    ? undefined
    : {
        empty: '请设置密码',
        tooShort: `密码至少 ${passwordLength.min} 位`,
        tooLong: `密码最多 ${passwordLength.max} 位`,
        tooFewKinds: '请至少使用字母、数字、符号中的两种',
        isMobile: '密码不能是手机号',
        tooCommon: '这个密码太常见，请换一个',
      }[fault];
};

/** How strong a new password is, in words; undefined while the field is empty. @source ux "Login, register" */
export const passwordStrength = (typed: string, mobile: string): PasswordStrength | undefined => {
  const password = normalisePassword(typed);
  const length = lengthOf(password);
  const fault = faultOf(password, mobile);
  if (fault === 'empty') return undefined;
  if (fault === 'tooShort') return { level: 1, text: `还差 ${passwordLength.min - length} 位` };
  if (fault === 'tooFewKinds') return { level: 1, text: '再加一种字符：字母、数字或符号' };
  if (fault !== null) return { level: 1, text: newPasswordHint(typed, mobile) ?? '' };
  const kinds = countPasswordKinds(password);
  if (length >= 12 && (kinds === 3 || length >= 16)) return { level: 3, text: '强度高' };
  return { level: 2, text: length >= 12 || kinds === 3 ? '强度中，可以使用' : '强度偏低，可以使用，再长一些更安全' };
};
