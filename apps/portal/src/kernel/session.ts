import type { CallError, CallReply, Door } from '@ronghui/client';
import { tenantInfoOperation } from '@ronghui/contract/wire';
import { currentLocation, type HashLocation, navigate, parseHash } from './hash-location.ts';
import { paths, routeNameOf } from './paths.ts';
import { applyUser, startUpStore } from './start-up.ts';
import { showToast } from './toasts.ts';

/** The warning of R4.2. */
const sessionEndedText = '登录已过期';
const directEndedText = '登录超时，请重新登录';

let wasSignedIn = false;
startUpStore.subscribe(() => {
  if (startUpStore.get().user !== null) wasSignedIn = true;
});

/** Takes what a login, a registration or a switch of tenants answers. */
export const enterSession = ({ user, auth }: Pick<CallReply<'portal.login'>, 'user' | 'auth'>): void =>
  applyUser(user, auth);

/** Forgets the user, after a logout that the user asked for too: no warning follows. */
export const leaveSession = (): void => {
  applyUser(null, {});
  wasSignedIn = false;
};

const accountRoutes = ['login', 'register', 'findPassword', 'changePassword'];

/** Whether a login may lead to a path: one of ours, and not an account page itself. @source R2.10 */
const mayReturnTo = (target: string): boolean => {
  if (!target.startsWith('/')) return false;
  const route = routeNameOf(parseHash(target).path);
  return route !== undefined && !accountRoutes.includes(route.name);
};

/** The path to go to after a login: what `back` names when it is a page of ours, otherwise the home page. @source R2.10, R1.1 */
export const pathAfterLogin = (search: string): string => {
  const back = new URLSearchParams(search).get('back') ?? '';
  return mayReturnTo(back) ? back : paths.home();
};

/** The search of a login or registration that leads back to a place; the home page needs none. */
export const backTo = ({ path, search }: HashLocation): { back?: string } => {
  const here = search === '' ? path : `${path}?${search}`;
  return mayReturnTo(here) && path !== paths.home() ? { back: here } : {};
};

/** Sends the user to the login and back afterwards; nothing happens on the login itself. */
export const askForLogin = (): void => {
  if (routeNameOf(currentLocation().path)?.name !== 'login')
    navigate(paths.login(backTo(currentLocation())), { replace: true });
};

/**
 * The session watcher: told of every failed call. A 401 warns once, however many calls fail together, and leads to the login; one
 * who was never signed in goes there without a warning. The tenant-info fetch stays silent, and leads there inside the merchant area.
 *
 * @source R4.2, R4.3, R8.3
 */
export const watchSession = (error: CallError, door: Pick<Door, 'direct' | 'operationId'>): void => {
  if (error.kind !== 'reply' || error.status !== 401) return;
  const isTenant = door.operationId === tenantInfoOperation;
  if (isTenant && !location.hash.includes('merchant')) return;
  const warns = wasSignedIn && !isTenant;
  leaveSession();
  if (warns) showToast('warn', door.direct ? directEndedText : sessionEndedText);
  askForLogin();
};
