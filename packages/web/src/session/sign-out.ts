import { CallError } from '@ronghui/client';
import { startUp } from '../calls/call.ts';
import { clearDrafts } from '../forms/draft.ts';
import { navigate } from '../navigation/hash-location.ts';
import { showError, showToast } from '../screen/toasts.ts';

/** The parts of a sign-out that are an application's own. */
interface SignOut<User> {
  /** The id of the operation, which selects the error texts. */
  readonly operation: string;
  readonly logOut: () => Promise<unknown>;
  /** Who is logged in, null for nobody. */
  readonly user: () => User | null;
  /** Removes what the browser keeps for the user beside drafts. */
  readonly forget: (user: User) => void;
  /** Clears the user from the page. */
  readonly leave: () => void;
  readonly home: string;
}

/**
 * Creates an application's sign-out: it logs the user out, removes all drafts of this tab, and returns to the first page. When the server cannot be
 * reached, the session does not end; one that has ended already is watched for elsewhere, and only forgotten here.
 *
 * @source R4.4, R10.9
 */
export const makeSignOut =
  <User>({ operation, logOut, user, forget, leave, home }: SignOut<User>) =>
  async (): Promise<void> => {
    // A session that has ended meanwhile takes the user from the page.
    const leaving = user();
    const forgetAll = (): void => {
      clearDrafts();
      if (leaving !== null) forget(leaving);
    };
    try {
      await logOut();
    } catch (error) {
      if (error instanceof CallError && error.status === 401) forgetAll();
      else showError(operation, error);
      return;
    }
    forgetAll();
    leave();
    navigate(home);
    showToast('ok', '您已退出登录');
    await startUp();
  };
