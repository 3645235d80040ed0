import { timingSafeEqual } from 'node:crypto';
import type { VisitorContext } from '#kernel/context';
import type { Tx } from '#kernel/db';
import type { Digests } from '#kernel/ports';
import { type CodeBond, reserveCodeTry, type SmsScene } from './sms-code.sql.ts';

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
