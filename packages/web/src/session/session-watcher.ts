import type { CallError, Door } from '@ronghui/client';
import { showToast } from '../screen/toasts.ts';
import { identityStore } from './identity.ts';

/** The warning of R4.2. */
const sessionEndedText = '登录已过期';
const directEndedText = '登录超时，请重新登录';

/** The fields of a failed call that the watcher reads. */
type WatchedDoor = Pick<Door, 'direct' | 'operationId'>;

/** The rules of an application for the end of its session. */
export interface WatcherRules {
  /** How a 401 of this call is treated here: `ignored` changes nothing, `silent` leads to the login without a warning. */
  readonly severityOf: (door: WatchedDoor) => 'warned' | 'silent' | 'ignored';
  /** Removes the user from the application's state. */
  readonly clearUser: () => void;
  readonly askForLogin: () => void;
}

/** The watcher of an application's session. */
export interface SessionWatcher {
  /**
   * Receives every failed call. A 401 warns once, however many calls fail together, and leads to the login; a visitor is led there
   * without a warning.
   */
  readonly watch: (error: CallError, door: WatchedDoor) => void;
  /** Removes the user without a warning, also after a logout. */
  readonly leave: () => void;
}

/** Creates the session watcher. @source R4.2, R4.3, R8.3 */
export const makeSessionWatcher = ({ severityOf, clearUser, askForLogin }: WatcherRules): SessionWatcher => {
  let wasSignedIn = false;
  identityStore.subscribe(() => {
    if (identityStore.get() !== undefined) wasSignedIn = true;
  });
  const leave = (): void => {
    clearUser();
    wasSignedIn = false;
  };
  return {
    leave,
    watch: (error, door) => {
      if (error.kind !== 'reply' || error.status !== 401) return;
      const severity = severityOf(door);
      if (severity === 'ignored') return;
      const warns = wasSignedIn && severity === 'warned';
      leave();
      if (warns) showToast('warn', door.direct ? directEndedText : sessionEndedText);
      askForLogin();
    },
  };
};
