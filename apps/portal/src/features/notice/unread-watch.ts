import { CallError } from '@ronghui/client';
import { unreadPollMs, unreadPollSpreadMs } from '@ronghui/domain/notice';
import { useEffect } from 'react';
import { useUser } from '#kernel/start-up.ts';
import { refreshNotices, useUnreadCount } from './notice-queries.ts';
import { messagesStore, unreadStore } from './unread.ts';

/** The longest pause of a page that gets no answer. @unit ms */
const longestPauseMs = 5 * 60_000;

const pauseAfter = (failures: number): number => {
  const spread = (Math.random() - 0.5) * unreadPollSpreadMs;
  return Math.min(longestPauseMs, unreadPollMs * 2 ** failures) + spread;
};

// The session watcher leads a user whose session ended to the login.
const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/**
 * Keeps the unread count of the frame up to date without a reload: polls every 20 s while the page is visible, at once when it becomes
 * visible again, and more rarely while there is no answer. An open list is refreshed when a new notice arrived, also one that came after
 * the list was answered and before the first count.
 *
 * @source R10.11, decision 0017
 */
export const useUnreadWatch = (enabled: boolean): void => {
  const user = useUser();
  const name = user === null ? undefined : `${user.userId} ${user.tenantId}`;
  const { data: counts, dataUpdatedAt } = useUnreadCount(enabled ? name : undefined, (error, failures) =>
    isSignedOut(error) ? false : pauseAfter(failures),
  );
  useEffect(() => {
    if (counts === undefined) return;
    const { unread, messages = 0 } = counts;
    messagesStore.set(messages);
    const before = unreadStore.get();
    unreadStore.set(unread);
    // The first count is compared with the list's, which is older; where none is open, nothing is fetched.
    if (unread > before) void refreshNotices();
    // The same count may arrive again after the notices were read here.
  }, [counts, dataUpdatedAt]);
  // Ignores a count for a visitor or another user.
  useEffect(
    () => () => {
      unreadStore.set(0);
      messagesStore.set(0);
    },
    [name],
  );
};
