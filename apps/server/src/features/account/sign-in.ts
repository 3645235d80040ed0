import { authMap, type Output } from '@ronghui/contract';
import { leaveNotice } from '#features/notice/notice.sql';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { findUser, insertTenantOf } from './account.sql.ts';
import { rememberLogin } from './login-history.sql.ts';

/** The user in the tenant that opens; one who was removed from their last one gets a new tenant of their own. */
const userToSignIn = async (tx: Tx, { ports }: VisitorContext, userId: string) => {
  const user = await findUser(tx, userId);
  if (user !== undefined) return user;
  await insertTenantOf(tx, { userId, tenantId: ports.ids.id(), tenantName: '' });
  const owner = await findUser(tx, userId);
  if (owner === undefined) throw new Error('the owner of a new tenant belongs to it');
  return owner;
};

/**
 * Replaces the caller's session by one of this user, in the transaction that proved who it is; from now on the device is known.
 *
 * @source R4.4, security 4.1
 */
export const signIn = async (
  tx: Tx,
  context: VisitorContext,
  {
    userId,
    loginId,
    isNewDevice,
  }: { readonly userId: string; readonly loginId: string; readonly isNewDevice: boolean },
): Promise<Output<'portal.login'>> => {
  const user = await userToSignIn(tx, context, userId);
  const { tenantId, role } = user;
  rememberLogin(tx, userId, { loginId, tenantId, device: context.device.remember() });
  const sign = await context.sessions.begin(tx, { userId, tenantId, role });
  if (isNewDevice) {
    const text = `您的账号刚在一台新设备上登录（网络地址 ${context.address}）。如果不是您本人，请立即修改密码，并在登录设备里结束它。`;
    leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '新设备登录', text, place: 'safety' });
  }
  context.audit({ object: userId, after: { tenantId, role } });
  return { user, auth: authMap(role), sign };
};
