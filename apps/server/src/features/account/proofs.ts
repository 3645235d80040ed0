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

/** Whose code: the mobile is normalised; the session is the caller's. */
export const codeBond = ({ ports, session }: VisitorContext, mobile: string, scene: SmsScene): CodeBond => ({
  mobileDigest: ports.digests.of('mobile', mobile),
  scene,
  sessionId: session.sessionId,
});

/** The same for the caller's own mobile, of which the digest is known. */
export const ownCodeBond = ({ session }: VisitorContext, mobileDigest: Buffer, scene: SmsScene): CodeBond => ({
  mobileDigest,
  scene,
  sessionId: session.sessionId,
});

/** The same for an address that mail goes to. */
export const mailCodeBond = ({ ports, session }: VisitorContext, email: string, scene: SmsScene): CodeBond => ({
  mobileDigest: ports.digests.of('email', email.toLowerCase()),
  scene,
  sessionId: session.sessionId,
});

/** What is kept of a code: a keyed digest that is of no use for another mobile, scene or session. */
export const smsCodeDigest = (digests: Digests, bond: CodeBond, codeId: string, code: string): Buffer =>
  digests.of('smsCode', [bond.mobileDigest.toString('hex'), bond.scene, bond.sessionId, codeId, code].join('\n'));

/**
 * Counts a try at the code of a bond and compares it; gives the code's id when it is right, to be used up in the transaction of the change
 * that it allows. The fifth try burns the code, whatever its outcome.
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
  // The digest is made either way, so that a mobile without a code takes as long.
  const digest = smsCodeDigest(digests, bond, stored?.codeId ?? '', code);
  return stored !== undefined && timingSafeEqual(stored.codeDigest, digest) ? stored.codeId : undefined;
};

/** What came of asking for the second factor; `hasTotp` is false where the user has none. */
export type TotpProof =
  | { readonly ok: true; readonly hasTotp: boolean }
  | { readonly ok: false; readonly reason: 'moreProof'; readonly data: { readonly need: 'totp' } }
  | { readonly ok: false; readonly reason: 'wrongTotp' }
  | Extract<TryDecision, { readonly ok: false }>;

/**
 * Asks for the second factor, where the user has one. Tries are counted apart from the password's, so that a right password between two
 * guesses begins no new count, and apart for a device that the user is known by, so that a stranger with the password locks strangers out
 * alone; a step and a recovery code serve once. Whatever comes of it has to be committed.
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
  if (kept?.confirmed !== true) return { ok: true, hasTotp: false };
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
