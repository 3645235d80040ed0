import { type Reservation, reserveTry, settleSuccess, type TryDecision } from '@ronghui/domain/identity/login-lock';
import { isOneTimeOver } from '@ronghui/domain/staff';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';
import { matchTotp } from '#kernel/secrets/totp';
import { lockRulesOf } from '#kernel/setup/limits';
import { lockGuard, lockStaff, type StaffRow, updateGuard, updateTotpStep } from './staff.sql.ts';

/** Whose tries are counted: an account name, whether or not somebody has it. */
export const accountSubject = (digests: Digests, account: string): Buffer => digests.of('staffAccount', account);
/** The tries at a second factor, counted apart from the password's. */
export const totpSubject = (digests: Digests, staffId: string): Buffer => digests.of('staffTotp', staffId);

/** A try whose password was right, still to be settled in the transaction of what it allows. */
export interface RightTry {
  readonly ok: true;
  readonly staff: StaffRow;
  readonly subject: Buffer;
  readonly reservation: Reservation;
}

/** What came of a try; but for `wrong` the words are the operations' reasons. */
export type PasswordTry =
  | RightTry
  | { readonly ok: false; readonly reason: 'wrong' }
  | { readonly ok: false; readonly reason: 'tooOften'; readonly data: { readonly retryAfter: number } }
  | Extract<TryDecision, { readonly ok: false }>;

const minuteMs = 60_000;

/**
 * Tries a password of staff: counted, and committed, before it is verified; an account that nobody has goes the same way with the same work.
 * A one-time password whose time is over is a wrong one.
 *
 * @source R4.5, R8.6, security 4.5, decision 0014
 */
export const tryPassword = async (
  context: VisitorContext,
  claim: { readonly account: string; readonly password: string; readonly staff: StaffRow | undefined },
): Promise<PasswordTry> => {
  const { ports, address } = context;
  const { staff } = claim;
  const share = { limit: ports.limits.loginsPerAddressPerMinute, windowMs: minuteMs };
  const waitSec = await waitSecOf(ports.fast, `login:${address}`, share);
  if (waitSec > 0) return { ok: false, reason: 'tooOften', data: { retryAfter: waitSec } };
  const subject = accountSubject(ports.digests, claim.account);
  const decided = await context.transactAsService(async (tx) => {
    const { guard, now } = await lockGuard(tx, subject);
    const decision = reserveTry(guard, lockRulesOf(ports.limits), now);
    if (decision.ok) updateGuard(tx, subject, decision.guard);
    return decision;
  });
  // A refused try and a wrong one stand in the trail, under the account where there is one.
  context.audit(staff === undefined ? {} : { object: staff.staffId });
  if (!decided.ok) return decided;
  const isRight =
    staff === undefined
      ? await ports.passwords.verifyNothing(claim.password)
      : await ports.passwords.verify(staff.passwordHash, claim.password);
  if (!isRight || staff === undefined || isOneTimeOver(staff.oneTimeUntil, context.now))
    return { ok: false, reason: 'wrong' };
  return { ok: true, staff, subject, reservation: decided.reservation };
};

/**
 * Ends the count of a right try, but for a lock that another try set meanwhile, and holds the account. None when the password was changed
 * while this one was verified: then the try was wrong after all, and stays counted.
 */
export const recordSuccess = async (
  tx: Tx,
  { subject, staff, reservation }: RightTry,
): Promise<StaffRow | undefined> => {
  const { guard } = await lockGuard(tx, subject);
  const held = await lockStaff(tx, staff.staffId);
  if (held === undefined || held.passwordHash !== staff.passwordHash) return undefined;
  updateGuard(tx, subject, settleSuccess(guard, reservation));
  return held;
};

/** Why a right password opens nothing all the same; told only now. */
export const usableStaff = ({
  status,
}: StaffRow): { readonly ok: true } | { readonly ok: false; readonly reason: 'lockedByOps' | 'cancelled' } => {
  if (status === 'active') return { ok: true };
  return { ok: false, reason: status === 'closed' ? 'cancelled' : 'lockedByOps' };
};

/** What came of the second factor. */
export type TotpProof =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'moreProof'; readonly data: { readonly need: 'totp' } }
  | { readonly ok: false; readonly reason: 'wrongTotp' }
  | Extract<TryDecision, { readonly ok: false }>;

/**
 * Asks for the second factor, where the account has one. Whatever comes of it has to be committed: wrong tries are counted, and a step
 * serves once.
 *
 * @source R11.1, R8.6
 */
export const proveTotp = async (
  tx: Tx,
  { ports }: VisitorContext,
  staff: StaffRow,
  typed: string | undefined,
): Promise<TotpProof> => {
  if (staff.totpSecretSealed === null) return { ok: true };
  if (typed === undefined) return { ok: false, reason: 'moreProof', data: { need: 'totp' } };
  const subject = totpSubject(ports.digests, staff.staffId);
  const { guard, now } = await lockGuard(tx, subject);
  const decided = reserveTry(guard, lockRulesOf(ports.limits), now);
  if (!decided.ok) return decided;
  const secret = Buffer.from(ports.vault.open(staff.totpSecretSealed), 'base64url');
  const step = matchTotp(secret, typed, { now, lastStep: staff.totpLastStep });
  updateGuard(tx, subject, step === undefined ? decided.guard : settleSuccess(decided.guard, decided.reservation));
  if (step === undefined) return { ok: false, reason: 'wrongTotp' };
  await updateTotpStep(tx, staff.staffId, step);
  return { ok: true };
};
