import { makeStore } from '@ronghui/web/state/store';

/** How many notices the user has not read; the noun `notice` keeps it up to date. @source R10.11 */
export const unreadStore = makeStore(0);

/** How many messages of customer service the user has not read, counted with the notices. @source service 1.5 */
export const messagesStore = makeStore(0);
