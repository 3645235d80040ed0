import { authMap, type Output } from '@ronghui/contract';
import { leaveNotice } from '#features/notice/notice.steps';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { holdUser } from './login-guard.sql.ts';
import { recordLogin } from './login-history.sql.ts';

/** Calls that accounts make to later nouns, in the same transaction; `features/index.ts` provides them. */
export interface AccountListeners {
  /** A user without a tenant signs in: creates a tenant for them. */
  onSignInWithoutTenant(tx: Tx, context: VisitorContext, userId: string): Promise<void>;
}

/** A user who proved their identity. */
export interface SigningIn {
  readonly userId: string;
  readonly loginId: string;
  readonly isNewDevice: boolean;
  /** The user in their tenant, where the caller has read it in this transaction. */
  readonly member?: Output<'portal.login'>['user'] | undefined;
}

/** The user in the tenant of the new session. */
const userToSignIn = async (
  tx: Tx,
  context: VisitorContext,
  { userId, member: known }: SigningIn,
  listeners?: AccountListeners,
) => {
  const user = known ?? (await holdUser(tx, userId));
  if (user !== undefined) return user;
  await listeners?.onSignInWithoutTenant(tx, context, userId);
  const member = await holdUser(tx, userId);
  if (member === undefined) throw new Error('who signs in belongs to a tenant');
  return member;
};

/**
 * Replaces the caller's session by one of this user, in the transaction that proved their identity; from now on the device is known.
 *
 * @source R4.4, security 4.1
 */
export const signIn = async (
  tx: Tx,
  context: VisitorContext,
  login: SigningIn,
  listeners?: AccountListeners,
): Promise<Output<'portal.login'>> => {
  const { userId, loginId, isNewDevice } = login;
  const user = await userToSignIn(tx, context, login, listeners);
  const { tenantId, role } = user;
  recordLogin(tx, userId, { loginId, tenantId, device: context.device.remember() });
  const sign = await context.sessions.begin(tx, { userId, tenantId, role });
  if (isNewDevice) {
    const text = `您的账号刚在一台新设备上登录（网络地址 ${context.address}）。如果不是您本人，请立即修改密码，并在登录设备里结束它。`;
    leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '新设备登录', text, place: 'safety' });
  }
  context.audit({ object: userId, after: { tenantId, role } });
  return { user, auth: authMap(role), sign };
};
