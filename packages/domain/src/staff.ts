import { passwordFault } from './identity/password.ts';

/** How long a one-time password lives that was made for somebody else. @unit minutes @source contract 7 */
export const oneTimePasswordMinutes = 30;

/** The account that the first start makes. @source contract 7 */
export const firstAdminAccount = 'admin';

/** The form in which an account name is stored and counted: NFKC, small letters, nothing around it. */
export const normaliseAccount = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

/** Three to 32 letters, digits, dots, dashes and underscores, a letter first. */
export const isAccount = (account: string): boolean => /^[a-z][a-z0-9._-]{2,31}$/.test(account);

/**
 * Whether a member of staff may choose this password: the rules of everyone's, with the account in the mobile's place.
 *
 * @source R5.2, security 4.5
 */
export const isStaffPassword = (
  password: string,
  { account, isCommon }: { readonly account: string; readonly isCommon: (password: string) => boolean },
): boolean => {
  if (normaliseAccount(password) === account) return false;
  return passwordFault(password, { mobile: '', isCommon }) === null;
};

/** What of an account decides what its owner has to do before the console opens. */
export interface StaffSecurity {
  readonly mustChangePassword: boolean;
  readonly hasTotp: boolean;
  /** Off in a demonstration alone. @source R11.1 */
  readonly isTotpCompulsory: boolean;
}

/** What has to be done before the console opens, in this order. @source R11.1, security 4.10 */
export const pendingSetupOf = ({
  mustChangePassword,
  hasTotp,
  isTotpCompulsory,
}: StaffSecurity): ('password' | 'totp')[] => [
  ...(mustChangePassword ? (['password'] as const) : []),
  ...(isTotpCompulsory && !hasTotp ? (['totp'] as const) : []),
];

/** Whether a one-time password has lost its time; one that its owner chose never does. */
export const isOneTimeOver = (oneTimeUntil: Date | null, now: Date): boolean =>
  oneTimeUntil !== null && oneTimeUntil <= now;

/** Whether a one-time password has had its one login. */
export const isOneTimeUsed = (password: {
  readonly oneTimeUntil: Date | null;
  readonly oneTimeUsedAt: Date | null;
}): boolean => password.oneTimeUntil !== null && password.oneTimeUsedAt !== null;
