import { forgetTables } from '@ronghui/ui';
import { makeSignOut } from '@ronghui/web/session/sign-out';
import { paths } from '#kernel/paths.ts';
import { leaveSession } from '#kernel/session.ts';
import { startUpStore } from '#kernel/start-up.ts';
import { tableOwnerOf } from '#kernel/table-owner.ts';
import { logOut } from './staff-queries.ts';

/** Logs out, and removes all drafts of this tab and the user's table settings. */
export const signOut = makeSignOut({
  operation: 'ops.logout',
  logOut: () => logOut(),
  user: () => startUpStore.get().user,
  forget: (user) => forgetTables(tableOwnerOf(user)),
  leave: leaveSession,
  home: paths.home(),
});
