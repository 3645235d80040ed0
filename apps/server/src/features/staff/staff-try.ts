import {
  type LoginGuard,
  type Reservation,
  reserveTry,
  settleSuccess,
  type TryDecision,
} from '@ronghui/domain/identity/login-lock';
import { isOneTimeOver } from '@ronghui/domain/staff';
import { countTry } from '#kernel/calls/admission/unfinished-tries';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { OpsContext, VisitorContext } from '#kernel/calls/context';
import type { Db, Tx } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';
import { type FactorProof, proveFactor } from '#kernel/secrets/second-factor';
import { lockRulesOf } from '#kernel/setup/limits';
import { lockGuard, lockStaff, type StaffRow, updateGuard } from './staff.sql.ts';
import { knowsDevice, listDevices } from './staff-device.sql.ts';
import { confirmTotp, deleteRecoveryCode, updateTotpStep } from './staff-totp.sql.ts';

/** The subject of tries from unknown devices: an account name, whether or not it exists. */
export const accountSubject = (digests: Digests, account: string): Buffer => digests.of('staffAccount', account);
/** The subject of tries from one known device, which nobody else can lock. */
const deviceSubject = (digests: Digests, staffId: string, device: Buffer): Buffer =>
  digests.of('staffDevice', `${staffId} ${device.toString('base64url')}`);
/** The subject of tries at one's own password within a session, which nobody who is not logged in can lock. */
export const changeSubject = (digests: Digests, staffId: string): Buffer => digests.of('staffChange', staffId);
/** The subject of tries at a second factor, counted separately from the password's. */
const totpSubject = (digests: Digests, staffId: string): Buffer => digests.of('staffTotp', staffId);

/** All subjects of an account, to lift its locks. */
export const subjectsOf = async (
  db: Db,
  digests: Digests,
  { account, staffId }: { readonly account: string; readonly staffId: string },
): Promise<Buffer[]> => {
  const devices = await listDevices(db, staffId);
  const ofDevices = devices.map((device) => deviceSubject(digests, staffId, device));
  const own = [accountSubject(digests, account), totpSubject(digests, staffId), changeSubject(digests, staffId)];
  return [...own, ...ofDevices];
};

/** The subject that a login's tries are counted under. @source R4.5 */
export const loginSubject = async (
  { ports: { digests }, db, device: { known } }: VisitorContext,
  account: string,
  staff: StaffRow | undefined,
): Promise<Buffer> => {
  const isKnown = staff !== undefined && known !== null && (await knowsDevice(db, staff.staffId, known));
  return isKnown ? deviceSubject(digests, staff.staffId, known) : accountSubject(digests, account);
};

/** A try with the right password; `recordSuccess` completes it in the transaction of the change that it allows. */
export interface RightTry {
  readonly ok: true;
  readonly staff: StaffRow;
  readonly subject: Buffer;
  readonly reservation: Reservation;
}

/** The result of a try; except `wrong`, its words are the operations' reasons. */
export type PasswordTry =
  | RightTry
  | { readonly ok: false; readonly reason: 'wrong' }
  | { readonly ok: false; readonly reason: 'oneTimeOver' }
  | { readonly ok: false; readonly reason: 'tooOften'; readonly data: { readonly retryAfter: number } }
  | Extract<TryDecision, { readonly ok: false }>;

const minuteMs = 60_000;

/**
 * Tries a password of staff: counted, and committed, before it is verified; a missing account takes the same steps and the same work.
 * An expired one-time password is refused like a wrong one, and says to who has it that it is over.
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
  const decided = await countTry(context, `staff:${subject.toString('base64')}`, (setsLock) =>
    context.transactAsService(async (tx) => {
      const { guard, now } = await lockGuard(tx, subject);
      const decision = reserveTry(guard, lockRulesOf(ports.limits), now);
      if (!decision.ok) return decision;
      if (decision.reservation.setLock) setsLock(tx);
      updateGuard(tx, subject, decision.guard);
      return decision;
    }),
  );
  // Refused and wrong tries are audited, with the account where there is one.
  context.audit(staff === undefined ? {} : { object: staff.staffId });
  if (!decided.ok) return decided;
  const isRight =
    staff === undefined
      ? await ports.passwords.verifyNothing(claim.password)
      : await ports.passwords.verify(staff.passwordHash, claim.password);
  if (!isRight || staff === undefined) return { ok: false, reason: 'wrong' };
  if (isOneTimeOver(staff.oneTimeUntil, context.now)) return { ok: false, reason: 'oneTimeOver' };
  return { ok: true, staff, subject, reservation: decided.reservation };
};

/**
 * Whether a password is still the one that was tried: another login may have hashed the same one anew meanwhile. One that the owner sets counts the
 * version up, one that an admin gives has another end.
 */
const isSamePassword = (held: StaffRow, tried: StaffRow): boolean =>
  held.passwordHash === tried.passwordHash ||
  (held.version === tried.version && held.oneTimeUntil?.getTime() === tried.oneTimeUntil?.getTime());

/**
 * Resets the count after a right try, except a lock that another try set meanwhile, and locks the account's row. Undefined when the password was changed
 * during the verification: then the try was wrong, and stays counted.
 */
export const recordSuccess = async (
  tx: Tx,
  { subject, staff, reservation }: RightTry,
): Promise<StaffRow | undefined> => {
  const { guard } = await lockGuard(tx, subject);
  const held = await lockStaff(tx, staff.staffId);
  if (held === undefined || !isSamePassword(held, staff)) return undefined;
  updateGuard(tx, subject, settleSuccess(guard, reservation));
  return held;
};

/** Why a right password is refused; answered only after the proof. */
export const usableStaff = ({
  status,
}: StaffRow): { readonly ok: true } | { readonly ok: false; readonly reason: 'lockedByOps' | 'cancelled' } => {
  if (status === 'active') return { ok: true };
  return { ok: false, reason: status === 'closed' ? 'cancelled' : 'lockedByOps' };
};

/** The result of the second factor. */
export type TotpProof =
  | { readonly ok: false; readonly reason: 'moreProof'; readonly data: { readonly need: 'totp' } }
  | FactorProof;

/**
 * Checks the second factor, where the account has one; a recovery code serves in place of a code. The transaction has to be committed whatever
 * the result.
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
  const { staffId, totpSecretSealed: secretSealed, totpLastStep: lastStep } = staff;
  const subject = totpSubject(ports.digests, staffId);
  return proveFactor(
    ports,
    {
      ownerId: staffId,
      secretSealed,
      lastStep,
      lockGuard: () => lockGuard(tx, subject),
      updateGuard: (guard) => updateGuard(tx, subject, guard),
      updateStep: (step) => updateTotpStep(tx, staffId, step),
      deleteRecoveryCode: (digest) => deleteRecoveryCode(tx, staffId, digest),
    },
    typed,
  );
};

/**
 * Puts a secret that is being set up in force by its first right code; tries are counted with those of the factor in force. The transaction has
 * to be committed whatever the result.
 *
 * @source R11.1, R4.5
 */
export const provePending = (
  tx: Tx,
  { ports, staffId }: OpsContext,
  secretSealed: Buffer,
  typed: string,
): Promise<FactorProof> => {
  const subject = totpSubject(ports.digests, staffId);
  const pending = {
    ownerId: staffId,
    secretSealed,
    lastStep: 0,
    lockGuard: () => lockGuard(tx, subject),
    updateGuard: (guard: LoginGuard) => updateGuard(tx, subject, guard),
    updateStep: (step: number) => confirmTotp(tx, staffId, step),
    deleteRecoveryCode: () => Promise.resolve(false),
  };
  return proveFactor(ports, pending, typed);
};
