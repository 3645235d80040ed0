import type { CallReply } from '@ronghui/client';
import { tenantInfoOperation } from '@ronghui/contract/wire';
import { makeReturnPath } from '@ronghui/web/session/return-path';
import { makeSessionWatcher } from '@ronghui/web/session/session-watcher';
import { paths, routeNameOf } from './paths.ts';
import { applyUser, elsewhereStore } from './start-up.ts';

const accountRoutes: readonly string[] = ['login', 'register', 'findPassword', 'changePassword'];

/** Leads to the login and back to any page of the portal except the login, registration and password pages. @source R2.10, R1.1 */
export const { pathAfterLogin, backTo, askForLogin } = makeReturnPath({
  home: paths.home(),
  start: paths.merchantHome(),
  mayReturnTo: (path) => {
    const route = routeNameOf(path);
    return route !== undefined && !accountRoutes.includes(route.name);
  },
  login: paths.login,
  isLogin: (path) => routeNameOf(path)?.name === 'login',
});

/**
 * Watches for the end of the session, and ends it. A 401 of the tenant-info fetch is silent; inside the merchant area it leads to the login.
 *
 * @source R4.2, R4.3, R8.3
 */
export const { watch: watchSession, leave: leaveSession } = makeSessionWatcher({
  severityOf: ({ operationId }) => {
    if (operationId !== tenantInfoOperation) return 'warned';
    return location.hash.includes('merchant') ? 'silent' : 'ignored';
  },
  clearUser: () => {
    elsewhereStore.set(null);
    applyUser(null, {});
  },
  askForLogin,
});

/** Applies the reply of a login, a registration or a switch of tenants. */
export const enterSession = ({ user, auth }: Pick<CallReply<'portal.login'>, 'user' | 'auth'>): void => {
  elsewhereStore.set(null);
  applyUser(user, auth);
};
