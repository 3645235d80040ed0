import { isCommonPassword } from './common-password.ts';
import { passwordFault } from './password.ts';

/**
 * Why a password is refused, as the reasons of the operations that set one; null for an acceptable one.
 *
 * @reason empty         nothing was typed
 * @reason weakPassword  it breaks a rule or is too common
 * @source R5.2
 */
export const newPasswordFault = (password: string, mobile: string): 'empty' | 'weakPassword' | null => {
  const fault = passwordFault(password, { mobile, isCommon: isCommonPassword });
  if (fault === null) return null;
  return fault === 'empty' ? 'empty' : 'weakPassword';
};
