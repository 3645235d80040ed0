import { timingSafeEqual } from 'node:crypto';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';
import { type FactorProof, proveFactor, type StoredFactor } from '#kernel/secrets/second-factor';
import { lockGuard, updateGuard } from './login-guard.sql.ts';
import { type CodeBond, deleteSmsCode, reserveCodeTry, type SmsScene } from './sms-code.sql.ts';
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
  | Extract<FactorProof, { readonly ok: false }>;

/** The proof of a user who has no one-time password. */
const noTotp = { ok: true, hasTotp: false } as const;

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
  const factor: StoredFactor = {
    ownerId: userId,
    ...kept,
    lockGuard: () => lockGuard(tx, key),
    updateGuard: (guard) => updateGuard(tx, key, guard),
    updateStep: (step) => updateTotpStep(tx, userId, step),
    deleteRecoveryCode: (digest) => deleteRecoveryCode(tx, userId, digest),
  };
  const proof = await proveFactor(ports, factor, typed);
  return proof.ok ? { ok: true, hasTotp: true } : proof;
};

/**
 * Puts a secret that is being set up in force by its first right code; tries are counted as those at a login. The transaction has to be committed
 * whatever the result.
 *
 * @source R10.9, R4.5
 */
export const provePendingTotp = (
  tx: Tx,
  { ports }: VisitorContext,
  { userId, secretSealed }: { readonly userId: string; readonly secretSealed: Buffer },
  typed: string,
): Promise<FactorProof> => {
  const key = { mobileDigest: ports.digests.of('totpGuard', userId), device: null };
  const pending: StoredFactor = {
    ownerId: userId,
    secretSealed,
    lastStep: 0,
    lockGuard: () => lockGuard(tx, key),
    updateGuard: (guard) => updateGuard(tx, key, guard),
    updateStep: (step) => updateTotpStep(tx, userId, step),
    deleteRecoveryCode: () => Promise.resolve(false),
  };
  return proveFactor(ports, pending, typed);
};

type LoginProof = TotpProof | { readonly ok: false; readonly reason: 'wrongCode' } | NeedsCode;
type NeedsCode = { readonly ok: false; readonly reason: 'moreProof'; readonly data: { readonly need: 'sms' } };

/** Whether a new device is proved by a code; the code is used up. */
const proveDevice = async (
  tx: Tx,
  context: VisitorContext,
  mobile: string,
  typed: string | undefined,
): Promise<LoginProof> => {
  if (typed === undefined) return { ok: false, reason: 'moreProof', data: { need: 'sms' } };
  const codeId = await proveSmsCode(tx, context, codeBond(context, mobile, 'newDevice'), typed);
  if (codeId === undefined || !(await deleteSmsCode(tx, codeId))) return { ok: false, reason: 'wrongCode' };
  return noTotp;
};

/** Who has the right password, and what else their account asks for. */
interface Proving {
  readonly user: { readonly userId: string; readonly knowsDevice: boolean };
  readonly owner: { readonly hasTotp: boolean; readonly newDeviceProof: boolean };
  readonly mobile: string;
}

/**
 * What a right password alone does not prove: the second factor, or on a new device a code, for users who have switched these on. The second
 * factor is the stronger proof and replaces the code. The transaction has to be committed whatever the result.
 *
 * @source R10.9, contract RHAC003
 */
export const proveLogin = async (
  tx: Tx,
  context: VisitorContext,
  { user, owner, mobile }: Proving,
  typed: { readonly totp?: string | undefined; readonly smsCode?: string | undefined },
): Promise<LoginProof> => {
  const factor = owner.hasTotp ? await proveTotp(tx, context, user, typed.totp) : noTotp;
  if (!factor.ok || factor.hasTotp || !owner.newDeviceProof || user.knowsDevice) return factor;
  return proveDevice(tx, context, mobile, typed.smsCode);
};
