import { CallError } from '@ronghui/client';
import { unreadPollMs, unreadPollSpreadMs } from '@ronghui/domain/notice';
import { useEffect, useRef } from 'react';
import { useUser } from '#kernel/start-up.ts';
import { refreshNotices, useUnreadCount } from './notice-queries.ts';
import { unreadStore } from './unread.ts';

/** How long a page that gets no answer waits at most. @unit ms */
const longestPauseMs = 5 * 60_000;

const pauseAfter = (failures: number): number => {
  const spread = (Math.random() - 0.5) * unreadPollSpreadMs;
  return Math.min(longestPauseMs, unreadPollMs * 2 ** failures) + spread;
};

// One who is no longer signed in is led to the login by the session watcher.
const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/**
 * Keeps the unread count of the frame up to date without a reload: asks every 20 s while the page is in sight, at once when it comes back into
 * sight, and more rarely while there is no answer. A list that is open follows when something new has come.
 *
 * @source R10.11, decision 0017
 */
export const useUnreadWatch = (): void => {
  const user = useUser();
  const name = user === null ? undefined : `${user.userId} ${user.tenantId}`;
  const { data: unread, dataUpdatedAt } = useUnreadCount(name, (error, failures) =>
    isSignedOut(error) ? false : pauseAfter(failures),
  );
  const isKnown = useRef(false);
  useEffect(() => {
    if (unread === undefined) return;
    const before = unreadStore.get();
    unreadStore.set(unread);
    // The first answer is no news: a list that is open has just asked too.
    if (isKnown.current && unread > before) void refreshNotices();
    isKnown.current = true;
    // The same count may come again after the notices were read here.
  }, [unread, dataUpdatedAt]);
  // The count of nobody, or of somebody else.
  useEffect(
    () => () => {
      unreadStore.set(0);
      isKnown.current = false;
    },
    [name],
  );
};
