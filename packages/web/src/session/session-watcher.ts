import type { CallError, Door } from '@ronghui/client';
import { showToast } from '../screen/toasts.ts';
import { identityStore } from './identity.ts';

/** The warning of R4.2. */
const sessionEndedText = '登录已过期';
const directEndedText = '登录超时，请重新登录';

/** What a watcher looks at of the door that a failed call took. */
type WatchedDoor = Pick<Door, 'direct' | 'operationId'>;

/** What an application does when its session has ended. */
export interface WatcherRules {
  /** How a 401 of this call is treated here: `ignored` changes nothing, `silent` leads to the login without a warning. */
  readonly severityOf: (door: WatchedDoor) => 'warned' | 'silent' | 'ignored';
  /** Forgets the user in the application's state. */
  readonly forgetUser: () => void;
  readonly askForLogin: () => void;
}

/** The watcher of an application's session. */
export interface SessionWatcher {
  /**
   * Told of every failed call. A 401 warns once, however many calls fail together, and leads to the login; one who was never signed in
   * goes there without a warning.
   */
  readonly watch: (error: CallError, door: WatchedDoor) => void;
  /** Forgets the user, after a logout that the user asked for too: no warning follows. */
  readonly leave: () => void;
}

/** Makes the session watcher. @source R4.2, R4.3, R8.3 */
export const makeSessionWatcher = ({ severityOf, forgetUser, askForLogin }: WatcherRules): SessionWatcher => {
  let wasSignedIn = false;
  identityStore.subscribe(() => {
    if (identityStore.get() !== undefined) wasSignedIn = true;
  });
  const leave = (): void => {
    forgetUser();
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
