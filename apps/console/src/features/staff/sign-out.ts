import { forgetTables } from '@ronghui/ui';
import { makeSignOut } from '@ronghui/web/session/sign-out';
import { paths } from '#kernel/paths.ts';
import { leaveSession } from '#kernel/session.ts';
import { startUpStore } from '#kernel/start-up.ts';
import { tableOwnerOf } from '#kernel/table-owner.ts';
import { logOut } from './staff-queries.ts';

/** Logs out, and removes all drafts of this tab, the user's table settings and the drafts of customer service. */
export const signOut = makeSignOut({
  operation: 'ops.logout',
  logOut: () => logOut(),
  user: () => startUpStore.get().user,
  forget: (user) => {
    forgetTables(tableOwnerOf(user));
    // The drafts of the desk, in all pages of the browser; the name is written here too, because a module of both would bring the conversation into every
    // page of the console. @source service 3.2
    globalThis.indexedDB?.deleteDatabase('ronghui-desk');
  },
  leave: leaveSession,
  home: paths.home(),
});
