import { timingSafeEqual } from 'node:crypto';
import { reserveTry, settleSuccess, type TryDecision } from '@ronghui/domain/identity/login-lock';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';
import { matchTotp, recoveryDigest } from '#kernel/secrets/totp';
import { lockRulesOf } from '#kernel/setup/limits';
import { lockGuard, updateGuard } from './login-guard.sql.ts';
import { type CodeBond, reserveCodeTry, type SmsScene } from './sms-code.sql.ts';
import { deleteRecoveryCode, lockTotp, updateTotpStep } from './totp.sql.ts';

/** What a code is bound to: a normalised mobile and the caller's session. */
export const codeBond = ({ ports, session }: VisitorContext, mobile: string, scene: SmsScene): CodeBond => ({
  mobileDigest: ports.digests.of('mobile', mobile),
  scene,
  sessionId: session.sessionId,
});

/** The same for the caller's own mobile, whose digest is known. */
export const ownCodeBond = ({ session }: VisitorContext, mobileDigest: Buffer, scene: SmsScene): CodeBond => ({
  mobileDigest,
  scene,
  sessionId: session.sessionId,
});

/** The same for a mail address. */
export const mailCodeBond = ({ ports, session }: VisitorContext, email: string, scene: SmsScene): CodeBond => ({
  mobileDigest: ports.digests.of('email', email.toLowerCase()),
  scene,
  sessionId: session.sessionId,
});

/** The stored digest of a code: keyed, and useless for another mobile, scene or session. */
export const smsCodeDigest = (digests: Digests, bond: CodeBond, codeId: string, code: string): Buffer =>
  digests.of('smsCode', [bond.mobileDigest.toString('hex'), bond.scene, bond.sessionId, codeId, code].join('\n'));

/**
 * Counts a try at the code of a bond and compares it; returns the code's id when it is right, to be used up in the transaction of the change
 * that it allows. The fifth try invalidates the code, whatever its outcome.
 *
 * @source R5.3, security 4.4
 */
export const proveSmsCode = async (
  tx: Tx,
  context: VisitorContext,
  bond: CodeBond,
  typed: string,
): Promise<string | undefined> => {
  const { digests, limits } = context.ports;
  const code = typed.normalize('NFKC').replace(/\s/g, '');
  const stored = await reserveCodeTry(tx, bond, limits.smsCodeTries);
  // The digest is computed in both cases, so that a mobile without a code takes the same time.
  const digest = smsCodeDigest(digests, bond, stored?.codeId ?? '', code);
  return stored !== undefined && timingSafeEqual(stored.codeDigest, digest) ? stored.codeId : undefined;
};

/** The result of checking the second factor; `hasTotp` is false where the user has none. */
export type TotpProof =
  | { readonly ok: true; readonly hasTotp: boolean }
  | { readonly ok: false; readonly reason: 'moreProof'; readonly data: { readonly need: 'totp' } }
  | { readonly ok: false; readonly reason: 'wrongTotp' }
  | Extract<TryDecision, { readonly ok: false }>;

/** The proof of a user who has no one-time password. */
export const noTotp = { ok: true, hasTotp: false } as const;

/**
 * Checks the second factor, where the user has one. Tries are counted separately from the password's, so that a right password between two
 * guesses does not reset the count, and separately for a known device, so that somebody else who has the password locks only unknown devices
 * out. A time step and a recovery code can be used once. The transaction has to be committed whatever the result.
 *
 * @source R10.9, R4.5, R8.6, security 4.5
 */
export const proveTotp = async (
  tx: Tx,
  context: VisitorContext,
  { userId, knowsDevice }: { readonly userId: string; readonly knowsDevice: boolean },
  typed: string | undefined,
): Promise<TotpProof> => {
  const { ports, device } = context;
  const kept = await lockTotp(tx, userId);
  if (kept?.confirmed !== true) return noTotp;
  if (typed === undefined) return { ok: false, reason: 'moreProof', data: { need: 'totp' } };
  const key = { mobileDigest: ports.digests.of('totpGuard', userId), device: knowsDevice ? device.known : null };
  const { guard, now } = await lockGuard(tx, key);
  const decided = reserveTry(guard, lockRulesOf(ports.limits), now);
  if (!decided.ok) return decided;
  const secret = Buffer.from(ports.vault.open(kept.secretSealed), 'base64url');
  const step = matchTotp(secret, typed, { now, lastStep: kept.lastStep });
  const isRight =
    step !== undefined || (await deleteRecoveryCode(tx, userId, recoveryDigest(ports.digests, userId, typed)));
  updateGuard(tx, key, isRight ? settleSuccess(decided.guard, decided.reservation) : decided.guard);
  if (!isRight) return { ok: false, reason: 'wrongTotp' };
  if (step !== undefined) await updateTotpStep(tx, userId, step);
  return { ok: true, hasTotp: true };
};
