import { isCommonPassword } from './common-password.ts';
import { passwordFault } from './password.ts';

/** Whether a password may be chosen, with the reason in the words of the operations that set one. */
export type NewPasswordOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'empty' | 'weakPassword' };

/**
 * Judges a password that somebody wants to choose.
 *
 * @reason empty         nothing was typed
 * @reason weakPassword  it breaks a rule or is too common
 * @source R5.2
 */
export const judgeNewPassword = (password: string, mobile: string): NewPasswordOutcome => {
  const fault = passwordFault(password, { mobile, isCommon: isCommonPassword });
  if (fault === null) return { ok: true };
  return { ok: false, reason: fault === 'empty' ? 'empty' : 'weakPassword' };
};
