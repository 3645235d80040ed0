import { reserveTry, settleSuccess } from '@ronghui/domain/login-lock';
import { deleteRecoveryCode, lockTotp, updateTotpStep } from '#features/safety/totp.sql';
import type { VisitorContext } from '#kernel/context';
import type { Tx } from '#kernel/db';
import { matchTotp, recoveryDigest } from '#kernel/totp';
import { lockGuard, updateGuard } from './login-guard.sql.ts';
import { lockRulesOf } from './password-try.ts';

/** What came of asking for the second factor; null where the user has none, or it was right. */
export type TotpRefusal =
  | { readonly refused: 'moreProof'; readonly data: { readonly need: 'totp' } }
  | { readonly refused: 'wrongTotp' | 'lockedByOps' }
  | { readonly refused: 'locked'; readonly data: { readonly retryAfter: number } };

/**
 * Asks for the second factor, where the user has one. Tries are counted apart from the password's, so that a right password between two
 * guesses begins no new count; a step and a recovery code serve once. Whatever comes of it has to be committed.
 *
 * @source R10.9, R8.6, security 4.5
 */
export const proveTotp = async (
  tx: Tx,
  context: VisitorContext,
  userId: string,
  typed: string | undefined,
): Promise<TotpRefusal | 'none' | 'right'> => {
  const { ports } = context;
  const kept = await lockTotp(tx, userId);
  if (kept?.confirmed !== true) return 'none';
  if (typed === undefined) return { refused: 'moreProof', data: { need: 'totp' } };
  const key = { mobileDigest: ports.digests.of('totpGuard', userId), device: null };
  const { guard, now } = await lockGuard(tx, key);
  const decided = reserveTry(guard, lockRulesOf(ports.limits), now);
  if (decided.kind === 'lockedByOps') return { refused: 'lockedByOps' };
  if (decided.kind === 'locked') return { refused: 'locked', data: { retryAfter: decided.retryAfterSec } };
  const secret = Buffer.from(ports.vault.open(kept.secretSealed), 'base64url');
  const step = matchTotp(secret, typed, { now, lastStep: kept.lastStep });
  const isRight =
    step !== undefined || (await deleteRecoveryCode(tx, userId, recoveryDigest(ports.digests, userId, typed)));
  updateGuard(tx, key, isRight ? settleSuccess(decided.guard, decided.reservation) : decided.guard);
  if (!isRight) return { refused: 'wrongTotp' };
  if (step !== undefined) await updateTotpStep(tx, userId, step);
  return 'right';
};
