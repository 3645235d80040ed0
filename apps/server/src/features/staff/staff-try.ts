import { type Reservation, reserveTry, settleSuccess, type TryDecision } from '@ronghui/domain/identity/login-lock';
import { isOneTimeOver } from '@ronghui/domain/staff';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';
import { matchTotp } from '#kernel/secrets/totp';
import { lockRulesOf } from '#kernel/setup/limits';
import { lockGuard, lockStaff, type StaffRow, updateGuard, updateTotpStep } from './staff.sql.ts';
import { knowsDevice, listDevices } from './staff-device.sql.ts';

/** Whose tries are counted: an account name, whether or not somebody has it, from all devices that its owner has not logged in from. */
export const accountSubject = (digests: Digests, account: string): Buffer => digests.of('staffAccount', account);
/** The tries from one device that its owner has logged in from: nobody else can use them up. */
const deviceSubject = (digests: Digests, staffId: string, device: Buffer): Buffer =>
  digests.of('staffDevice', `${staffId} ${device.toString('base64url')}`);
/** The tries at the old password in a session: nobody who is not logged in can use them up. */
export const changeSubject = (digests: Digests, staffId: string): Buffer => digests.of('staffChange', staffId);
/** The tries at a second factor, counted apart from the password's. */
const totpSubject = (digests: Digests, staffId: string): Buffer => digests.of('staffTotp', staffId);

/** Everything that is counted of an account, for whoever lifts its locks. */
export const subjectsOf = async (
  tx: Tx,
  digests: Digests,
  { account, staffId }: { readonly account: string; readonly staffId: string },
): Promise<Buffer[]> => {
  const devices = await listDevices(tx, staffId);
  const ofDevices = devices.map((device) => deviceSubject(digests, staffId, device));
  const own = [accountSubject(digests, account), totpSubject(digests, staffId), changeSubject(digests, staffId)];
  return [...own, ...ofDevices];
};

/** Whose tries a login counts. @source R4.5 */
export const loginSubject = async (
  { ports: { digests }, db, device: { known } }: VisitorContext,
  account: string,
  staff: StaffRow | undefined,
): Promise<Buffer> => {
  const isKnown = staff !== undefined && known !== null && (await knowsDevice(db, staff.staffId, known));
  return isKnown ? deviceSubject(digests, staff.staffId, known) : accountSubject(digests, account);
};

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
  claim: { readonly subject: Buffer; readonly password: string; readonly staff: StaffRow | undefined },
): Promise<PasswordTry> => {
  const { ports, address } = context;
  const { staff, subject } = claim;
  const share = { limit: ports.limits.loginsPerAddressPerMinute, windowMs: minuteMs };
  const waitSec = await waitSecOf(ports.fast, `login:${address}`, share);
  if (waitSec > 0) return { ok: false, reason: 'tooOften', data: { retryAfter: waitSec } };
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
export const settleRightTry = async (
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
