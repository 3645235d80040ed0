import type { Fail, TooOften } from '@ronghui/contract';
import { type Reservation, reserveTry, settleSuccess, type TryDecision } from '@ronghui/domain/identity/login-lock';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { countTry } from '#kernel/calls/admission/unfinished-tries';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { lockRulesOf } from '#kernel/setup/limits';
import { findLoginUser, type LoginUser } from './account.reads.ts';
import { type GuardKey, lockGuard, lockGuardAndUser, updateGuard } from './login-guard.sql.ts';
import { storeTry } from './login-history.sql.ts';

/** A mobile and the password that is claimed to be its own, both normalised. */
export interface PasswordClaim {
  readonly mobile: string;
  readonly password: string;
  /** Keeps the try in the login history. */
  readonly isLogin: boolean;
}

/** The account whose password is tried; `user` is undefined where a mobile has no account. */
export interface TrySubject {
  readonly mobileDigest: Buffer;
  readonly mobileMasked: string;
  readonly user: LoginUser | undefined;
}

/** A try with the right password; `recordSuccess` completes it in the transaction of the change that it allows. */
export interface RightTry {
  readonly ok: true;
  readonly user: LoginUser;
  readonly loginId: string;
  readonly key: GuardKey;
  readonly reservation: Reservation;
}

export type PasswordTry =
  | RightTry
  | { readonly ok: false; readonly reason: 'wrong' }
  | Extract<TryDecision, { readonly ok: false }>;

const minuteMs = 60_000;

/** The context of operations that count tries by network address. */
type CountingContext = VisitorContext & {
  readonly fail: Fail<{ tooOften: TooOften }>;
};

/** Limits how many mobiles one address can try, before anything about them is read (security 4.5, malicious lock-out). */
export const countLogin = async ({ ports, address, fail }: CountingContext): Promise<void> => {
  const share = { limit: ports.limits.loginsPerAddressPerMinute, windowMs: minuteMs };
  const retryAfter = await waitSecOf(ports.fast, `login:${address}`, share);
  if (retryAfter > 0) fail('tooOften', { retryAfter });
};

/** Why a user is refused in spite of a right proof; this is answered only after the proof. @source R4.5 */
export const usableAccount = (
  status: string,
): { readonly ok: true } | { readonly ok: false; readonly reason: 'lockedByOps' | 'cancelled' } => {
  if (status === 'active') return { ok: true };
  return { ok: false, reason: status === 'cancelled' ? 'cancelled' : 'lockedByOps' };
};

/** The subject that a mobile names. */
export const subjectOf = async ({ ports, db, device }: VisitorContext, mobile: string): Promise<TrySubject> => {
  const mobileDigest = ports.digests.of('mobile', mobile);
  const user = await findLoginUser(db, mobileDigest, device.known);
  return { mobileDigest, mobileMasked: maskMobile(mobile), user };
};

/**
 * Tries a password: the try is counted, and committed, before it is verified; a mobile without an account takes the same steps and the same
 * work. A try that is not recorded as a success stays counted as wrong.
 *
 * @source R4.5, security 4.5
 */
export const tryPassword = async (context: CountingContext, claim: PasswordClaim): Promise<PasswordTry> => {
  await countLogin(context);
  return tryPasswordOf(context, claim, await subjectOf(context, claim.mobile));
};

const subjectKey = ({ mobileDigest, device }: GuardKey): string =>
  `mobile:${mobileDigest.toString('base64')}:${device?.toString('base64') ?? ''}`;

/** Tries a password of a known subject, such as the owner of a session. The caller counts the address. */
export const tryPasswordOf = async (
  context: VisitorContext,
  claim: Omit<PasswordClaim, 'mobile'>,
  { mobileDigest, mobileMasked, user }: TrySubject,
): Promise<PasswordTry> => {
  const { ports, device, address } = context;
  const knowsDevice = user?.knowsDevice === true;
  const key: GuardKey = { mobileDigest, device: knowsDevice ? device.known : null };
  const loginId = ports.ids.id();
  const decision = await countTry(context, subjectKey(key), (setsLock) =>
    context.transactAsService(async (tx) => {
      const { guard, now } = await lockGuard(tx, key);
      const decided = reserveTry(guard, lockRulesOf(ports.limits), now);
      if (!decided.ok) return decided;
      if (decided.reservation.setLock) setsLock(tx);
      const userId = user?.userId ?? null;
      const source = { loginId, mobileDigest, userId, address, device: device.name, knowsDevice };
      if (!claim.isLogin) updateGuard(tx, key, decided.guard);
      else storeTry(tx, key, { guard: decided.guard, entry: { ...source, method: 'password', result: 'failed' } });
      return decided;
    }),
  );
  if (!decision.ok) {
    context.audit({ object: mobileMasked });
    return decision;
  }
  const isRight =
    user === undefined
      ? await ports.passwords.verifyNothing(claim.password)
      : await ports.passwords.verify(user.passwordHash, claim.password);
  if (!isRight || user === undefined) return { ok: false, reason: 'wrong' };
  return { ok: true, user, loginId, key, reservation: decision.reservation };
};

/** Whether a password is still the one that was tried: another login may have hashed the same one anew meanwhile. */
const isSamePassword = (
  held: Pick<LoginUser, 'passwordHash' | 'passwordChangedAt'>,
  tried: Pick<LoginUser, 'passwordHash' | 'passwordChangedAt'>,
): boolean =>
  held.passwordHash === tried.passwordHash || held.passwordChangedAt?.getTime() === tried.passwordChangedAt?.getTime();

/**
 * Resets the count after a right try, except a lock that another try set meanwhile, and locks the user's row. Undefined when the password was
 * changed during the verification: then the try was wrong, and stays counted.
 */
export const recordSuccess = async (tx: Tx, tried: RightTry) => {
  const { key, reservation, user } = tried;
  const found = await lockGuardAndUser(tx, key, user.userId);
  if (found === undefined || !isSamePassword(found.owner, user)) return undefined;
  updateGuard(tx, key, settleSuccess(found.guard, reservation));
  return found.owner;
};
