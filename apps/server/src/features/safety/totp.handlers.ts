import type { ErrorsOf, Refused, safetyOperations } from '@ronghui/contract';
import { findSafety } from '#features/account/account.reads';
import {
  deleteTotp,
  insertRecoveryCodes,
  insertTotp,
  lockTotp,
  provePendingTotp,
} from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { findSite } from '#features/site/site.reads';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import type { Tx } from '#kernel/database/db';
import { newRecoveryCodes, newTotpSecret } from '#kernel/secrets/second-factor';

type TotpOperations = Pick<typeof safetyOperations, 'user.enrolTotp' | 'user.confirmTotp' | 'user.disableTotp'>;

type Confirmed =
  | { readonly ok: true; readonly recoveryCodes: string[] }
  | Refused<ErrorsOf<TotpOperations['user.confirmTotp']>>;

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
    return context.transactAsService(async (tx) => {
      const [{ mobile_masked }, site] = [await findSafety(tx, userId), await findSite(tx)];
      const names = { issuer: site?.brand.name ?? '融惠', account: mobile_masked };
      const { sealed, shown } = newTotpSecret(ports.vault, names);
      if (!(await insertTotp(tx, userId, sealed))) return fail('changed');
      if (!(await hasStepProof(context, stepTicket))) return fail('moreProof');
      context.audit({ object: userId });
      return shown;
    });
  },

  'user.confirmTotp': async ({ code }, context) => {
    const { userId, ports, fail } = context;
    const outcome = await context.transactAsService<Confirmed>(async (tx) => {
      const kept = await lockTotp(tx, userId);
      if (kept === undefined || kept.confirmed || !kept.isFresh) return { ok: false, reason: 'changed' };
      const proof = await provePendingTotp(tx, context, { userId, secretSealed: kept.secretSealed }, code);
      if (!proof.ok) return proof.reason === 'wrongTotp' ? { ok: false, reason: 'wrongCode' } : proof;
      const { codes, digests } = newRecoveryCodes(ports.digests, userId);
      await insertRecoveryCodes(tx, userId, digests);
      tell(tx, userId, '动态口令已开启');
      context.audit({ object: userId, after: { totp: true } });
      return { ok: true, recoveryCodes: codes };
    });
    return outcome.ok ? { recoveryCodes: outcome.recoveryCodes } : fail(outcome);
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
