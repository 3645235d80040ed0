import type { accountOperations, Output } from '@ronghui/contract';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { findLoginUser } from './account.reads.ts';
import { lockUser, updatePasswordHash } from './account.sql.ts';
import { lockGuard } from './login-guard.sql.ts';
import { insertLogin } from './login-history.sql.ts';
import { countLogin, type RightTry, settleRightTry, tryPassword } from './password-try.ts';
import { codeBond, proveSmsCode, proveTotp, type TotpRefusal } from './proofs.ts';
import { type AccountListeners, signIn } from './sign-in.ts';
import { deleteSmsCode } from './sms-code.sql.ts';

type LoginOperations = Pick<typeof accountOperations, 'portal.login' | 'portal.loginBySms' | 'portal.logout'>;
type SignedIn = Output<'portal.login'>;
/** A right proof that opens nothing, for one of the operation's reasons. */
type Refused<Reason extends string> = { readonly refused: Reason; readonly data?: Readonly<Record<string, unknown>> };
type LoginRefusal = Refused<'wrongPair' | 'lockedByOps' | 'cancelled' | 'moreProof' | 'wrongCode'> | TotpRefusal;
type SmsRefusal = Refused<'wrongCode' | 'notRegistered' | 'lockedByOps' | 'cancelled'> | TotpRefusal;

/** Why a user whose proof was right may not come in all the same; such things show only now (R4.5). */
const barOf = (status: string): Refused<'lockedByOps' | 'cancelled'> | undefined => {
  if (status === 'active') return undefined;
  return { refused: status === 'cancelled' ? 'cancelled' : 'lockedByOps' };
};

/** Whether the code that proves a new device is there, where the user has switched that on; the code is used up. */
const proveDevice = async (
  tx: Tx,
  context: VisitorContext,
  mobile: string,
  smsCode: string | undefined,
): Promise<Refused<'moreProof' | 'wrongCode'> | undefined> => {
  if (smsCode === undefined) return { refused: 'moreProof', data: { need: 'sms' } };
  const codeId = await proveSmsCode(tx, context, codeBond(context, mobile, 'newDevice'), smsCode);
  if (codeId === undefined || !(await deleteSmsCode(tx, codeId))) return { refused: 'wrongCode' };
  return undefined;
};

/** Today's hash of a right password that was stored under older parameters. */
const freshHash = async ({ ports }: VisitorContext, tried: RightTry, password: string): Promise<string | null> =>
  ports.passwords.isStale(tried.user.passwordHash) ? ports.passwords.hash(password) : null;

/** Login, login by code, logout (R4.4, R4.5). */
export const loginHandlers = (listeners: AccountListeners): HandlersFor<LoginOperations> => ({
  'portal.login': async ({ mobile, pwd, totp, smsCode }, context) => {
    const { fail } = context;
    if (mobile === '' || pwd === '') return fail('empty');
    const tried = await tryPassword(context, { mobile, password: pwd, isLogin: true });
    if (tried.kind === 'locked') return fail('locked', { retryAfter: tried.retryAfterSec });
    if (tried.kind === 'lockedByOps') return fail('lockedByOps');
    if (tried.kind === 'wrong') return fail('wrongPair');
    const rehashed = await freshHash(context, tried, pwd);
    const outcome = await context.transact<SignedIn | LoginRefusal>(async (tx) => {
      const owner = await settleRightTry(tx, tried);
      if (owner === undefined) return { refused: 'wrongPair' };
      const bar = barOf(owner.status);
      if (bar !== undefined) return bar;
      const factor = await proveTotp(tx, context, tried.user, totp);
      if (typeof factor === 'object') return factor;
      // The stronger proof stands for the weaker.
      const needsProof = factor === 'none' && owner.newDeviceProof && !tried.user.knowsDevice;
      const missing = needsProof ? await proveDevice(tx, context, mobile, smsCode) : undefined;
      if (missing !== undefined) return missing;
      const { userId, passwordHash } = tried.user;
      if (rehashed !== null) await updatePasswordHash(tx, userId, { from: passwordHash, to: rehashed });
      const login = { userId, loginId: tried.loginId, isNewDevice: !tried.user.knowsDevice };
      return signIn(tx, context, login, listeners);
    });
    return 'refused' in outcome ? fail(outcome.refused, 'data' in outcome ? outcome.data : undefined) : outcome;
  },

  'portal.loginBySms': async ({ mobile, smsCode, totp }, context) => {
    const { ports, device, db, address, fail } = context;
    await countLogin(context);
    const bond = codeBond(context, mobile, 'login');
    const user = await findLoginUser(db, bond.mobileDigest, device.known);
    const outcome = await context.transact<SignedIn | SmsRefusal>(async (tx) => {
      const codeId = await proveSmsCode(tx, context, bond, smsCode);
      if (codeId === undefined) return { refused: 'wrongCode' };
      if (user === undefined) return { refused: (await deleteSmsCode(tx, codeId)) ? 'notRegistered' : 'wrongCode' };
      const { userId, knowsDevice } = user;
      const { guard } = await lockGuard(tx, {
        mobileDigest: bond.mobileDigest,
        device: knowsDevice ? device.known : null,
      });
      if (guard.untilOps) return { refused: 'lockedByOps' };
      const owner = await lockUser(tx, userId);
      const bar = barOf(owner?.status ?? 'cancelled');
      if (bar !== undefined) return bar;
      // Before the code is used up: whoever is asked for the second factor comes again with both.
      const factor = await proveTotp(tx, context, user, totp);
      if (typeof factor === 'object') return factor;
      if (!(await deleteSmsCode(tx, codeId))) return { refused: 'wrongCode' };
      const loginId = ports.ids.id();
      const entry = { loginId, mobileDigest: bond.mobileDigest, userId, address, device: device.name, knowsDevice };
      await insertLogin(tx, { ...entry, method: 'sms', result: 'failed' });
      return signIn(tx, context, { userId, loginId, isNewDevice: !knowsDevice }, listeners);
    });
    return 'refused' in outcome ? fail(outcome.refused, 'data' in outcome ? outcome.data : undefined) : outcome;
  },

  'portal.logout': async (_input, context) => {
    context.audit({ object: context.userId });
    await context.transact((tx) => context.sessions.end(tx));
    return {};
  },
});
