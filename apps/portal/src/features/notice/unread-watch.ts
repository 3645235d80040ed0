import { CallError } from '@ronghui/client';
import { unreadPollMs, unreadPollSpreadMs } from '@ronghui/domain/notice';
import { useEffect } from 'react';
import { call } from '@ronghui/web/calls/call';
import { useUser } from '#kernel/start-up.ts';
import { unreadStore } from './unread.ts';
import { refreshNotices } from './notice-queries.ts';

/** How long a page that gets no answer waits at most. @unit ms */
const longestPauseMs = 5 * 60_000;

const pauseAfter = (failures: number): number => {
  const spread = (Math.random() - 0.5) * unreadPollSpreadMs;
  return Math.min(longestPauseMs, unreadPollMs * 2 ** failures) + spread;
};

/**
 * Keeps the unread count of the frame up to date without a reload: asks every 20 s while the page is in sight, at once when it comes back into
 * sight, and more rarely while there is no answer. A list that is open follows when something new has come.
 *
 * @source R10.11, decision 0017
 */
export const useUnreadWatch = (): void => {
  const user = useUser();
  const name = user === null ? null : `${user.userId} ${user.tenantId}`;
  useEffect(() => {
    if (name === null) return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const askAgain = () => {
      clearTimeout(timer);
      if (!end.signal.aborted) timer = setTimeout(() => void ask(), pauseAfter(failures));
    };
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return;
      try {
        const { unread } = await call('notice.unreadCount', {}, { signal: end.signal });
        failures = 0;
        if (end.signal.aborted) return;
        const before = unreadStore.get();
        unreadStore.set(unread);
        if (unread > before) void refreshNotices();
      } catch (error) {
        // One who is no longer signed in is led to the login by the session watcher.
        if (error instanceof CallError && error.status === 401) return;
        failures += 1;
      }
      askAgain();
    };
    document.addEventListener('visibilitychange', () => void ask(), { signal: end.signal });
    void ask();
    return () => {
      end.abort();
      clearTimeout(timer);
      unreadStore.set(0);
    };
  }, [name]);
};
