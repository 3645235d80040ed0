import type { accountOperations, ErrorsOf, Output, Refused } from '@ronghui/contract';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import { findLoginUser } from './account.reads.ts';
import { lockUser, updatePasswordHash } from './account.sql.ts';
import { holdUser, lockGuard } from './login-guard.sql.ts';
import { insertLogin } from './login-history.sql.ts';
import { countLogin, type RightTry, recordSuccess, tryPassword, usableAccount } from './password-try.ts';
import { codeBond, proveLogin, proveSmsCode, proveTotp } from './proofs.ts';
import { type AccountListeners, signIn } from './sign-in.ts';
import { deleteSmsCode } from './sms-code.sql.ts';

type LoginOperations = Pick<typeof accountOperations, 'portal.login' | 'portal.loginBySms' | 'portal.logout'>;
type LoginErrors = ErrorsOf<LoginOperations['portal.login']>;
/** A login that succeeded, or a right proof that does not suffice. */
type LoginOutcome = { readonly ok: true; readonly reply: Output<'portal.login'> } | Refused<LoginErrors>;
type SmsOutcome =
  | { readonly ok: true; readonly reply: Output<'portal.loginBySms'> }
  | Refused<ErrorsOf<LoginOperations['portal.loginBySms']>>;

/** A hash with the current parameters, for a right password that was stored with older ones. */
const freshHash = async ({ ports }: VisitorContext, tried: RightTry, password: string): Promise<string | null> =>
  ports.passwords.isStale(tried.user.passwordHash) ? ports.passwords.hash(password) : null;

/** Login, login by code, logout (R4.4, R4.5). */
export const loginHandlers = (listeners: AccountListeners): HandlersFor<LoginOperations> => ({
  'portal.login': async ({ mobile, pwd, totp, smsCode, ...rest }, context) => {
    allTaken(rest);
    const { fail } = context;
    if (mobile === '' || pwd === '') return fail('empty');
    const tried = await tryPassword(context, { mobile, password: pwd, isLogin: true });
    if (!tried.ok) return tried.reason === 'wrong' ? fail('wrongPair') : fail(tried);
    const rehashed = await freshHash(context, tried, pwd);
    const outcome = await context.transact<LoginOutcome>(async (tx) => {
      // In one flight.
      const [owner, member] = await Promise.all([recordSuccess(tx, tried), holdUser(tx, tried.user.userId)]);
      if (owner === undefined) return { ok: false, reason: 'wrongPair' };
      const usable = usableAccount(owner.status);
      if (!usable.ok) return usable;
      const factor = await proveLogin(tx, context, { user: tried.user, owner, mobile }, { totp, smsCode });
      if (!factor.ok) return factor;
      const { userId, passwordHash } = tried.user;
      if (rehashed !== null) await updatePasswordHash(tx, userId, { from: passwordHash, to: rehashed });
      const login = { userId, loginId: tried.loginId, isNewDevice: !tried.user.knowsDevice, member };
      return { ok: true, reply: await signIn(tx, context, login, listeners) };
    });
    return outcome.ok ? outcome.reply : fail(outcome);
  },

  'portal.loginBySms': async ({ mobile, smsCode, totp, ...rest }, context) => {
    allTaken(rest);
    const { ports, device, db, address, fail } = context;
    await countLogin(context);
    const bond = codeBond(context, mobile, 'login');
    const user = await findLoginUser(db, bond.mobileDigest, device.known);
    const outcome = await context.transact<SmsOutcome>(async (tx) => {
      const codeId = await proveSmsCode(tx, context, bond, smsCode);
      if (codeId === undefined) return { ok: false, reason: 'wrongCode' };
      if (user === undefined) {
        return { ok: false, reason: (await deleteSmsCode(tx, codeId)) ? 'notRegistered' : 'wrongCode' };
      }
      const { userId, knowsDevice } = user;
      const { guard } = await lockGuard(tx, {
        mobileDigest: bond.mobileDigest,
        device: knowsDevice ? device.known : null,
      });
      if (guard.untilOps) return { ok: false, reason: 'lockedByOps' };
      const owner = await lockUser(tx, userId);
      const usable = usableAccount(owner?.status ?? 'cancelled');
      if (!usable.ok) return usable;
      // Before the code is used up: a user who is asked for the second factor sends the code again with it.
      const factor = await proveTotp(tx, context, user, totp);
      if (!factor.ok) return factor;
      if (!(await deleteSmsCode(tx, codeId))) return { ok: false, reason: 'wrongCode' };
      const loginId = ports.ids.id();
      const entry = { loginId, mobileDigest: bond.mobileDigest, userId, address, device: device.name, knowsDevice };
      await insertLogin(tx, { ...entry, method: 'sms', result: 'failed' });
      return { ok: true, reply: await signIn(tx, context, { userId, loginId, isNewDevice: !knowsDevice }, listeners) };
    });
    return outcome.ok ? outcome.reply : fail(outcome);
  },

  'portal.logout': async (_input, context) => {
    context.audit({ object: context.userId });
    await context.transact((tx) => context.sessions.end(tx));
    return {};
  },
});
