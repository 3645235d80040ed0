import type { CallReply } from '@ronghui/client';
import { makeSessionWatcher } from '@ronghui/web/session/session-watcher';
import { applyUser, startUpStore } from './start-up.ts';

/**
 * Watches for the end of the session, and ends it. The login takes the page's place under the same address, so that the page is there again
 * after it. @source R4.2, R4.4
 */
export const { watch: watchSession, leave: leaveSession } = makeSessionWatcher({
  severityOf: () => 'warned',
  clearUser: () => applyUser(null, {}),
  askForLogin: () => undefined,
});

/** Applies the reply of a login, or of a step of the set-up. */
export const enterSession = ({ user, auth, mustChangePwd, totpRequired }: Omit<CallReply<'ops.login'>, 'sign'>): void =>
  startUpStore.set({ ...startUpStore.get(), user, auth, mustChangePwd, totpRequired });
