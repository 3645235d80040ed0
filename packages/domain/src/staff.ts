import { passwordFault } from './identity/password.ts';

/** How long a one-time password lives that was made for somebody else. @unit minutes @source contract 7 */
export const oneTimePasswordMinutes = 30;

/** How long who made or reset an account may still be the one who uses it: until then the two are no second person to each other. @unit days @source R11.6 */
export const setUpDays = 7;

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

/** What of a colleague decides who may change whose account. */
export interface Colleague {
  readonly staffId: string;
  readonly isAdmin: boolean;
  readonly status: 'active' | 'locked' | 'closed';
  readonly mustChangePassword: boolean;
}

/** Whether somebody can log in as an admin: open, with a password of their own. */
const isUsableAdmin = ({ isAdmin, status, mustChangePassword }: Colleague): boolean =>
  isAdmin && status === 'active' && !mustChangePassword;

/**
 * Whether one member of staff may change the account of another. One's own roles, lock and second factor are not changed this way, so
 * the one who makes a change is an admin who can log in, and still is one afterwards: the last one cannot be lost. Both rows are locked meanwhile,
 * so that of two who lock each other one is refused.
 *
 * @reason notAllowed  the actor is no usable admin any more
 * @reason self        it is their own account
 * @source R6.1, R11.1
 */
export const changeColleague = (
  actor: Colleague,
  targetId: string,
): { readonly ok: true } | { readonly ok: false; readonly reason: 'notAllowed' | 'self' } => {
  if (!isUsableAdmin(actor)) return { ok: false, reason: 'notAllowed' };
  return actor.staffId === targetId ? { ok: false, reason: 'self' } : { ok: true };
};
