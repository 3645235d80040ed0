import { CallError, call, startUp } from './call.ts';
import { navigate } from './hash-location.ts';
import { paths } from './paths.ts';
import { leaveSession } from './session.ts';
import { showError, showToast } from './toasts.ts';

/** Ends the session at the user's wish and returns to the home page; while the server cannot be told, it does not end. */
export const signOut = async (): Promise<void> => {
  try {
    await call('portal.logout', {});
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) showError('portal.logout', error);
    return;
  }
  leaveSession();
  navigate(paths.home());
  showToast('ok', '您已退出登录');
  await startUp();
};
