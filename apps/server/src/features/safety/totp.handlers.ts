import { randomBytes } from 'node:crypto';
import type { safetyOperations } from '@ronghui/contract';
import { findSafety } from '#features/account/account.reads';
import { deleteTotp, insertRecoveryCodes, insertTotp, lockTotp, updateTotpStep } from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { findSite } from '#features/site/site.reads';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import type { Tx } from '#kernel/database/db';
import { base32Of, matchTotp, newRecoveryCode, otpauthUrl, recoveryDigest } from '#kernel/secrets/totp';

type TotpOperations = Pick<typeof safetyOperations, 'user.enrolTotp' | 'user.confirmTotp' | 'user.disableTotp'>;

const secretBytes = 20;
const recoveryCodes = 10;

const tell = (tx: Tx, userId: string, title: string): void =>
  leaveNotice(
    tx,
    { tenantId: null, userId },
    { kind: 'security', title, text: '如果不是您本人操作，请立即修改密码。', place: 'safety' },
  );

/** Whether a fresh proof came with the call; it is used up. */
export const hasStepProof = ({ ports, session }: MerchantContext, ticket: string): Promise<boolean> =>
  spendTicket(ports, { purpose: 'step', sessionId: session.sessionId }, ticket);

/** The optional one-time password: enrolled with a fresh proof, and in force from its first right code (R10.9). */
export const totpHandlers: HandlersFor<TotpOperations> = {
  'user.enrolTotp': async ({ stepTicket }, context) => {
    const { userId, ports, fail } = context;
    const secret = randomBytes(secretBytes);
    return context.transactAsService(async (tx) => {
      const [{ mobile_masked }, site] = [await findSafety(tx, userId), await findSite(tx)];
      if (!(await insertTotp(tx, userId, ports.vault.seal(secret.toString('base64url'))))) return fail('changed');
      if (!(await hasStepProof(context, stepTicket))) return fail('moreProof');
      context.audit({ object: userId });
      const url = otpauthUrl(secret, { issuer: site?.brand.name ?? '融惠', account: mobile_masked });
      return { secret: base32Of(secret), otpauthUrl: url };
    });
  },

  'user.confirmTotp': async ({ code }, context) => {
    const { userId, ports, fail } = context;
    return context.transactAsService(async (tx) => {
      const kept = await lockTotp(tx, userId);
      if (kept === undefined || kept.confirmed) return fail('changed');
      const secret = Buffer.from(ports.vault.open(kept.secretSealed), 'base64url');
      const step = matchTotp(secret, code, { now: ports.clock.now(), lastStep: kept.lastStep });
      if (step === undefined) return fail('wrongCode');
      await updateTotpStep(tx, userId, step);
      const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
      await insertRecoveryCodes(
        tx,
        userId,
        codes.map((each) => recoveryDigest(ports.digests, userId, each)),
      );
      tell(tx, userId, '动态口令已开启');
      context.audit({ object: userId, after: { totp: true } });
      return { recoveryCodes: codes };
    });
  },

  'user.disableTotp': async ({ stepTicket }, context) => {
    const { userId, fail } = context;
    return context.transactAsService(async (tx) => {
      const had = await deleteTotp(tx, userId);
      if (!(await hasStepProof(context, stepTicket))) return fail('moreProof');
      if (had) tell(tx, userId, '动态口令已解除');
      context.audit({ object: userId, before: { totp: had }, after: { totp: false } });
      return {};
    });
  },
};
