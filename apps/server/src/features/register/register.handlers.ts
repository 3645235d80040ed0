import type { ErrorsOf, Output, Refused, registerOperations } from '@ronghui/contract';
import { type AcceptedAgreement, acceptedAgreements } from '@ronghui/domain/agreement';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { judgeNewPassword } from '@ronghui/domain/identity/new-password';
import { findLoginUser } from '#features/account/account.reads';
import {
  codeBond,
  deleteSmsCode,
  insertLogin,
  insertUser,
  proveSmsCode,
  signIn,
} from '#features/account/account.steps';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { insertConsents, type NewConsent } from '#features/authorization/authorization.steps';
import { insertTenantOf } from '#features/tenant/tenant.steps';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';

type RegisterOutcome =
  | { readonly ok: true; readonly reply: Output<'portal.register'> }
  | Refused<ErrorsOf<(typeof registerOperations)['portal.register']>>;

/** The consent records of the accepted agreements; null when one has a newer version to read, or none is published yet. @source R10.6 */
const consentsOf = async (
  db: Db,
  { ports }: VisitorContext,
  accepted: readonly AcceptedAgreement[],
): Promise<NewConsent[] | null> => {
  const asked = (await listCurrentAgreements(db)).filter((agreement) => agreement.scene === 'register');
  // Nobody becomes a user of a provider that has nothing to agree to.
  if (asked.length === 0) return null;
  const agreements = acceptedAgreements(asked, accepted);
  return (
    agreements?.map(({ id, version, scene }) => ({ recordId: ports.ids.id(), id, version, scene, validTo: null })) ??
    null
  );
};

/** Registration: using up the code, the user, the tenant, the consents and the session are one transaction (R1.1). */
export const registerHandlers: HandlersFor<typeof registerOperations> = {
  'portal.register': async ({ mobile, pwd, smsCode, companyName, agreements }, context) => {
    const { fail, ports, address, requestId } = context;
    const judged = judgeNewPassword(pwd, mobile);
    if (!judged.ok) return fail(judged);
    const consents = await consentsOf(context.db, context, agreements);
    if (consents === null) return fail('agreementsChanged');
    const bond = codeBond(context, mobile, 'register');
    const codeId = await context.transactAsService((tx) => proveSmsCode(tx, context, bond, smsCode));
    if (codeId === undefined) return fail('wrongCode');
    const isTaken = (await findLoginUser(context.db, bond.mobileDigest, null)) !== undefined;
    const passwordHash = isTaken ? '' : await ports.passwords.hash(pwd);
    const [userId, tenantId] = [ports.ids.id(), ports.ids.id()];
    const outcome = await context.transact<RegisterOutcome>(async (tx) => {
      if (!(await deleteSmsCode(tx, codeId))) return { ok: false, reason: 'wrongCode' };
      const user = {
        userId,
        tenantId,
        mobileDigest: bond.mobileDigest,
        mobileSealed: ports.vault.seal(mobile),
        mobileMasked: maskMobile(mobile),
        passwordHash,
      };
      if (isTaken || !(await insertUser(tx, user))) return { ok: false, reason: 'registered' };
      await insertTenantOf(tx, { userId, tenantId, tenantName: companyName?.trim() ?? '' });
      await insertConsents(tx, { tenantId, userId, address, requestId }, consents);
      const loginId = ports.ids.id();
      const entry = { loginId, mobileDigest: bond.mobileDigest, userId, address, device: context.device.name };
      await insertLogin(tx, { ...entry, method: 'register', result: 'failed', knowsDevice: false });
      return { ok: true, reply: await signIn(tx, context, { userId, loginId, isNewDevice: false }) };
    });
    return outcome.ok ? outcome.reply : fail(outcome);
  },
};
