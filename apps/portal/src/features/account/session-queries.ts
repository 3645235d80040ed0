import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';

/** Ends the session on the server; the caller clears the application's own state. */
export const logOut = mutation({
  mutationKey: ['account', 'logout'],
  mutationFn: () => call('portal.logout', {}),
});
