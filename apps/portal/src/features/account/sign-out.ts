import { CallError } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { clearDrafts } from '@ronghui/web/forms/draft';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import { leaveSession } from '#kernel/session.ts';
import { showError, showToast } from '@ronghui/web/screen/toasts';

const logOut = mutation({
  mutationKey: ['account', 'logout'],
  mutationFn: () => call('portal.logout', {}),
});

/**
 * Ends the session at the user's wish and returns to the home page; what was typed in this tab is gone for whoever comes next. While
 * the server cannot be told, it does not end.
 */
export const signOut = async (): Promise<void> => {
  try {
    await logOut();
  } catch (error) {
    if (error instanceof CallError && error.status === 401) clearDrafts();
    else showError('portal.logout', error);
    return;
  }
  clearDrafts();
  leaveSession();
  navigate(paths.home());
  showToast('ok', '您已退出登录');
  await startUp();
};
