import { randomBytes } from 'node:crypto';
import { type LoginGuard, reserveTry, settleSuccess, type TryDecision } from '@ronghui/domain/identity/login-lock';
import type { Digests, Ports, Vault } from '#kernel/ports';
import { base32Of, matchTotp, newRecoveryCode, otpauthUrl, recoveryDigest } from '#kernel/secrets/totp';
import { lockRulesOf } from '#kernel/setup/limits';

/** The second factor of merchants' users and of staff: enrolment, recovery codes, and the counted proof. Each has its own tables. */

const secretBytes = 20;
const recoveryCodes = 10;

/** A new secret: sealed for the database, and as its owner sees it once. */
export const newTotpSecret = (vault: Vault, names: { readonly issuer: string; readonly account: string }) => {
  const secret = randomBytes(secretBytes);
  return {
    sealed: vault.seal(secret.toString('base64url')),
    shown: { secret: base32Of(secret), otpauthUrl: otpauthUrl(secret, names) },
  };
};

/** New recovery codes, which are shown once, and the digests that are stored. */
export const newRecoveryCodes = (digests: Digests, ownerId: string) => {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  return { codes, digests: codes.map((code) => recoveryDigest(digests, ownerId, code)) };
};

/** The time step of a typed code under a sealed secret; undefined for a wrong or used one. */
const matchSealedTotp = (
  vault: Vault,
  { secretSealed, lastStep }: { readonly secretSealed: Buffer; readonly lastStep: number },
  { typed, now }: { readonly typed: string; readonly now: Date },
): number | undefined => matchTotp(Buffer.from(vault.open(secretSealed), 'base64url'), typed, { now, lastStep });

/** What is stored of an owner's second factor, held until the transaction ends. */
export interface StoredFactor {
  readonly ownerId: string;
  readonly secretSealed: Buffer;
  /** The time step that was used last. */
  readonly lastStep: number;
  lockGuard(): Promise<{ guard: LoginGuard; now: Date }>;
  updateGuard(guard: LoginGuard): void;
  /** Records the used time step, so that it cannot be used again. */
  updateStep(step: number): Promise<void>;
  /** Uses a recovery code up; false when it does not exist or was used. */
  deleteRecoveryCode(digest: Buffer): Promise<boolean>;
}

/** The result of the proof. */
export type FactorProof =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'wrongTotp' }
  | Extract<TryDecision, { readonly ok: false }>;

/**
 * Checks a one-time code, or a recovery code in its place: counted separately from passwords; a time step and a recovery code can be used once.
 * The transaction has to be committed whatever the result.
 *
 * @source R10.9, R11.1, R4.5
 */
export const proveFactor = async (
  { vault, digests, limits }: Pick<Ports, 'vault' | 'digests' | 'limits'>,
  factor: StoredFactor,
  typed: string,
): Promise<FactorProof> => {
  const { guard, now } = await factor.lockGuard();
  const decided = reserveTry(guard, lockRulesOf(limits), now);
  if (!decided.ok) return decided;
  const step = matchSealedTotp(vault, factor, { typed, now });
  const isRight =
    step !== undefined || (await factor.deleteRecoveryCode(recoveryDigest(digests, factor.ownerId, typed)));
  factor.updateGuard(isRight ? settleSuccess(decided.guard, decided.reservation) : decided.guard);
  if (!isRight) return { ok: false, reason: 'wrongTotp' };
  if (step !== undefined) await factor.updateStep(step);
  return { ok: true };
};
