import {
  type ErrorsOf,
  opsAuthMap,
  type Refused,
  type staffOperations,
  type staffSessionOperations,
} from '@ronghui/contract';
import { isCommonPassword } from '@ronghui/domain/identity/common-password';
import { isOneTimeUsed, isStaffPassword, normaliseAccount } from '@ronghui/domain/staff';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import { ownStaffHandlers } from './own.handlers.ts';
import { ownRow, type SignedIn, setupOf, signIn } from './sign-in.ts';
import { staffUserOf } from './staff.reads.ts';
import { findByAccount, listPasswordHashes, updateLogin, updatePassword, updatePasswordHash } from './staff.sql.ts';
import { deleteDevices, rememberDevice } from './staff-device.sql.ts';
import { changeSubject, loginSubject, proveTotp, recordSuccess, tryPassword, usableStaff } from './staff-try.ts';
import { teamHandlers } from './team/team.handlers.ts';

type Outcome<Id extends 'ops.login' | 'ops.changePwd'> =
  | { readonly ok: true; readonly reply: SignedIn }
  | Refused<ErrorsOf<(typeof staffSessionOperations)[Id]>>;

/** Whether a password is one of the last five, the one-time one included. It costs up to five verifications, so it is checked only after a proof. @source R5.2 */
const isReused = async ({ db, ports }: VisitorContext, staffId: string, password: string): Promise<boolean> => {
  for (const hash of await listPasswordHashes(db, staffId)) {
    if (await ports.passwords.verify(hash, password)) return true;
  }
  return false;
};

/** Login, password, the signed-in member of staff, logout (R11.1, R8.6). */
export const staffHandlers: HandlersFor<typeof staffOperations> = {
  ...ownStaffHandlers,
  ...teamHandlers,

  'ops.login': async ({ account: typed, pwd, totp }, context) => {
    const { db, fail, ports } = context;
    const account = normaliseAccount(typed);
    if (account === '' || pwd === '') return fail('empty');
    const staff = await findByAccount(db, account);
    const subject = await loginSubject(context, account, staff);
    const tried = await tryPassword(context, { subject, password: pwd, staff });
    if (!tried.ok) return tried.reason === 'wrong' ? fail('wrongPair') : fail(tried);
    if (isOneTimeUsed(tried.staff)) return fail('oneTimeOver');
    const { passwordHash } = tried.staff;
    const rehashed = ports.passwords.isStale(passwordHash) ? await ports.passwords.hash(pwd) : null;
    const outcome = await context.transact<Outcome<'ops.login'>>(async (tx) => {
      const held = await recordSuccess(tx, tried);
      // A one-time password serves one login, also of two parallel ones.
      if (held === undefined) return { ok: false, reason: 'wrongPair' };
      if (isOneTimeUsed(held)) return { ok: false, reason: 'oneTimeOver' };
      const usable = usableStaff(held);
      if (!usable.ok) return usable;
      const factor = await proveTotp(tx, context, held, totp);
      if (!factor.ok) return factor;
      await updateLogin(tx, held);
      if (rehashed !== null) await updatePasswordHash(tx, held.staffId, { from: passwordHash, to: rehashed });
      await rememberDevice(tx, held.staffId, context.device.remember());
      return { ok: true, reply: await signIn(tx, context, held) };
    });
    return outcome.ok ? outcome.reply : fail(outcome);
  },

  'ops.changePwd': async ({ oldPwd, newPwd }, context) => {
    const { fail, ports, staffId } = context;
    if (oldPwd === '' || newPwd === '') return fail('empty');
    const staff = await ownRow(context);
    if (!isStaffPassword(newPwd, { account: staff.account, isCommon: isCommonPassword })) return fail('weakPassword');
    const tried = await tryPassword(context, {
      subject: changeSubject(ports.digests, staffId),
      password: oldPwd,
      staff,
    });
    if (!tried.ok) return tried.reason === 'wrong' ? fail('wrongOldPassword') : fail(tried);
    const isSame = newPwd === oldPwd || (await isReused(context, staffId, newPwd));
    const hash = isSame ? null : await ports.passwords.hash(newPwd);
    const outcome = await context.transact<Outcome<'ops.changePwd'>>(async (tx) => {
      const held = await recordSuccess(tx, tried);
      if (held === undefined) return { ok: false, reason: 'wrongOldPassword' };
      const usable = usableStaff(held);
      if (!usable.ok) return usable;
      if (hash === null) return { ok: false, reason: 'reusedPassword' };
      await updatePassword(tx, staffId, hash);
      // All sessions end, and the other devices are forgotten; the caller gets a new session.
      await deleteDevices(tx, staffId, context.device.known);
      await context.sessions.endAllOf(tx, staffId, { keepCaller: true });
      return { ok: true, reply: await signIn(tx, context, { ...held, mustChangePassword: false }) };
    });
    return outcome.ok ? outcome.reply : fail(outcome);
  },

  'ops.user.info': async (_input, context) => {
    const { roles, pendingSetup } = context;
    return { user: staffUserOf(await ownRow(context)), auth: opsAuthMap(roles), ...setupOf({ pendingSetup }) };
  },

  'ops.logout': (_input, context) =>
    context.transact(async (tx) => {
      await context.sessions.end(tx);
      return {};
    }),
};
