import { isCommonPassword } from './common-password.ts';
import { passwordFault } from './password.ts';

/**
 * Why a password may not be chosen, in the words of the operations that set one; null when it may.
 *
 * @reason empty         nothing was typed
 * @reason weakPassword  it breaks a rule, or everybody knows it
 * @source R5.2
 */
export const newPasswordFault = (password: string, mobile: string): 'empty' | 'weakPassword' | null => {
  const fault = passwordFault(password, { mobile, isCommon: isCommonPassword });
  if (fault === null) return null;
  return fault === 'empty' ? 'empty' : 'weakPassword';
};
