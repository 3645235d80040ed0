import type { Database } from '#kernel/database/db';
import type { Log, WakeUps } from '#kernel/ports';
import { notifyWoken } from '#kernel/waking/wake-ups.sql';

/** Fifty notifications a second at most: what comes meanwhile goes together. @unit ms @source service 2.5 */
const pauseMs = 20;
/** PostgreSQL takes less than 8,000 bytes at once; topics are ASCII. */
const payloadBytes = 7800;

/** Takes from a set what fits into one notification. */
const takeSome = (topics: Set<string>): string => {
  let payload = '';
  for (const topic of topics) {
    if (payload.length + topic.length + 1 > payloadBytes) break;
    payload += payload === '' ? topic : ` ${topic}`;
    topics.delete(topic);
  }
  return payload;
};

/** The topics of a notification. */
export const topicsIn = (payload: string): readonly string[] => payload.split(' ');

/**
 * Sends wake-ups after the commits that they speak of, never within a transaction: at once, then whatever came in the pause. One that is lost costs a delay: its listeners also
 * look by themselves. `settle` waits for what is being sent.
 */
export const createWakeUps = (
  database: Pick<Database, 'reading'>,
  log: Log,
): WakeUps & { readonly settle: () => Promise<void> } => {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const send = (): void => {
    timer = undefined;
    if (waiting.size === 0 || sending !== undefined) return;
    sending = notifyWoken(database.reading('service'), takeSome(waiting))
      .catch((error: unknown) => log.warn({ event: 'wakeUpLost', error }))
      .finally(() => {
        sending = undefined;
        timer = setTimeout(send, pauseMs);
      });
  };
  return {
    wake(topic) {
      waiting.add(topic);
      if (timer === undefined) send();
    },
    async settle() {
      while (sending !== undefined || waiting.size > 0) {
        await sending;
        clearTimeout(timer);
        send();
      }
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
