import { authMap, type Output } from '@ronghui/contract';
import type { VisitorContext } from '#kernel/context';
import type { Tx } from '#kernel/db';
import { findUser } from './account.sql.ts';
import { rememberLogin } from './login-history.sql.ts';

/**
 * Replaces the caller's session by one of this user, in the transaction that proved who it is; from now on the device is known. None when
 * the user belongs to no tenant any more.
 *
 * @source R4.4, security 4.1
 */
export const signIn = async (
  tx: Tx,
  context: VisitorContext,
  { userId, loginId }: { readonly userId: string; readonly loginId: string },
): Promise<Output<'portal.login'> | undefined> => {
  const user = await findUser(tx, userId);
  if (user === undefined) return undefined;
  const { tenantId, role } = user;
  rememberLogin(tx, userId, { loginId, tenantId, device: context.device.remember() });
  const sign = await context.sessions.begin(tx, { userId, tenantId, role });
  context.audit({ object: userId, after: { tenantId, role } });
  return { user, auth: authMap(role), sign };
};
