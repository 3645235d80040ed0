import type { ErrorsOf, passwordOperations, Refused } from '@ronghui/contract';
import { judgeNewPassword } from '@ronghui/domain/identity/new-password';
import { findLoginUser, findOwnLogin, listPasswordHashes } from '#features/account/account.reads';
import {
  codeBond,
  countLogin,
  deleteDevices,
  deleteSmsCode,
  liftShortLocks,
  lockGuard,
  lockUser,
  proveLogin,
  proveSmsCode,
  recordSuccess,
  subjectOf,
  type TrySubject,
  tryPasswordOf,
  updatePassword,
  usableAccount,
} from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';

type ChangeOutcome = { readonly ok: true } | Refused<ErrorsOf<(typeof passwordOperations)['portal.changePwd']>>;
type FindOutcome = { readonly ok: true } | Refused<ErrorsOf<(typeof passwordOperations)['portal.findPwd']>>;

/** Whether a password is one of the user's last five. It costs up to five verifications, so it is checked only after a proof. @source R5.2 */
const isReused = async ({ db, ports }: VisitorContext, userId: string, password: string): Promise<boolean> => {
  for (const hash of await listPasswordHashes(db, userId)) {
    if (await ports.passwords.verify(hash, password)) return true;
  }
  return false;
};

/** The signed-in caller's own account when they name another mobile, so that this is no way to another account (security 2.1 no. 2). */
const ownAccountInstead = async (context: VisitorContext, mobile: string): Promise<TrySubject | null> => {
  const { session, ports, device } = context;
  const { userId } = session;
  if (userId === null) return null;
  const own = await context.transactAsService((tx) => findOwnLogin(tx, userId, device.known));
  return own.mobileDigest.equals(ports.digests.of('mobile', mobile)) ? null : own;
};

/** Ends all sessions of the user, and begins a new one for a signed-in caller, in the same transaction (R4.4, security 4.1). */
const endOtherSessions = async (tx: Tx, { session, sessions }: VisitorContext, userId: string): Promise<void> => {
  await sessions.endAllOf(tx, userId, { keepCaller: true });
  const { tenantId, role } = session;
  if (session.userId === userId && tenantId !== null && role !== null)
    await sessions.begin(tx, { userId, tenantId, role });
};

/** Leaves a notice for the owner, who sees it in every session. @source R10.11 */
const notifyPasswordChanged = (tx: Tx, { address }: VisitorContext, userId: string): void => {
  const text = `登录密码刚被修改（网络地址 ${address}），其他设备均已退出登录。如果不是您本人，请立即找回密码并联系我们。`;
  leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '登录密码已修改', text, place: 'safety' });
};

/** Changing a password, and resetting a forgotten one. */
export const passwordHandlers: HandlersFor<typeof passwordOperations> = {
  'portal.changePwd': async ({ mobile, oldPwd, newPwd, totp, smsCode, ...rest }, context) => {
    allTaken(rest);
    const { fail, ports } = context;
    if (mobile === '' || oldPwd === '') return fail('empty');
    const judged = judgeNewPassword(newPwd, mobile);
    if (!judged.ok) return fail(judged);
    await countLogin(context);
    const own = await ownAccountInstead(context, mobile);
    const claim = { mobile, password: oldPwd, isLogin: false };
    const tried = await tryPasswordOf(context, claim, own ?? (await subjectOf(context, mobile)));
    if (!tried.ok) return tried.reason === 'wrong' ? fail('wrongOldPassword') : fail(tried);
    // Another mobile is a wrong pair with any password: the try stays counted for the caller's own mobile.
    if (own !== null) return fail('wrongOldPassword');
    const { userId } = tried.user;
    const isSame = newPwd === oldPwd || (await isReused(context, userId, newPwd));
    const hash = isSame ? null : await ports.passwords.hash(newPwd);
    const outcome = await context.transact<ChangeOutcome>(async (tx) => {
      const owner = await recordSuccess(tx, tried);
      if (owner === undefined) return { ok: false, reason: 'wrongOldPassword' };
      const usable = usableAccount(owner.status);
      if (!usable.ok) return usable;
      // The session has proved all that; without one, a password that leaked must open no more than at the login.
      if (context.session.userId !== userId) {
        const proof = await proveLogin(tx, context, { user: tried.user, owner, mobile }, { totp, smsCode });
        if (!proof.ok) return proof;
      }
      if (hash === null) return { ok: false, reason: 'reusedPassword' };
      await updatePassword(tx, userId, hash);
      deleteDevices(tx, userId, context.device.known);
      await endOtherSessions(tx, context, userId);
      notifyPasswordChanged(tx, context, userId);
      context.audit({ object: userId });
      return { ok: true };
    });
    return outcome.ok ? {} : fail(outcome);
  },

  'portal.findPwd': async ({ mobile, newPwd, smsCode }, context) => {
    const { fail, ports, db, device } = context;
    const judged = judgeNewPassword(newPwd, mobile);
    if (!judged.ok) return fail(judged);
    const bond = codeBond(context, mobile, 'findPwd');
    const codeId = await context.transactAsService((tx) => proveSmsCode(tx, context, bond, smsCode));
    if (codeId === undefined) return fail('wrongCode');
    const user = await findLoginUser(db, bond.mobileDigest, device.known);
    if (user !== undefined && (await isReused(context, user.userId, newPwd))) return fail('reusedPassword');
    const hash = await ports.passwords.hash(newPwd);
    const outcome = await context.transact<FindOutcome>(async (tx) => {
      if (!(await deleteSmsCode(tx, codeId))) return { ok: false, reason: 'wrongCode' };
      if (user === undefined) return { ok: false, reason: 'notRegistered' };
      const { userId, knowsDevice } = user;
      const { guard } = await lockGuard(tx, {
        mobileDigest: bond.mobileDigest,
        device: knowsDevice ? device.known : null,
      });
      if (guard.untilOps) return { ok: false, reason: 'lockedByOps' };
      // Locks every guard of the mobile before the user's row, in the same order as a login.
      await liftShortLocks(tx, bond.mobileDigest);
      const owner = await lockUser(tx, userId);
      const usable = usableAccount(owner?.status ?? 'locked');
      if (!usable.ok) return usable;
      await updatePassword(tx, userId, hash);
      deleteDevices(tx, userId, context.device.known);
      await context.sessions.endAllOf(tx, userId);
      notifyPasswordChanged(tx, context, userId);
      context.audit({ object: userId });
      return { ok: true };
    });
    return outcome.ok ? {} : fail(outcome);
  },
};
