import { CallError } from '@ronghui/client';
import { forgetTables } from '@ronghui/ui';
import { startUp } from '@ronghui/web/calls/call';
import { clearDrafts } from '@ronghui/web/forms/draft';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { paths } from '#kernel/paths.ts';
import { leaveSession } from '#kernel/session.ts';
import { startUpStore } from '#kernel/start-up.ts';
import { tableOwnerOf } from '#kernel/table-owner.ts';
import { logOut } from './staff-queries.ts';

/** Logs out, and removes all drafts of this tab and the table settings. When the server cannot be reached, the session does not end. */
export const signOut = async (): Promise<void> => {
  const { user } = startUpStore.get();
  const forget = (): void => {
    clearDrafts();
    if (user !== null) forgetTables(tableOwnerOf(user));
  };
  try {
    await logOut();
  } catch (error) {
    if (error instanceof CallError && error.status === 401) forget();
    else showError('ops.logout', error);
    return;
  }
  forget();
  leaveSession();
  navigate(paths.home());
  showToast('ok', '您已退出登录');
  await startUp();
};
