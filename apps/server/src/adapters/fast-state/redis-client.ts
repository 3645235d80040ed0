import { createClient } from '@redis/client';
import { StartRefused } from '#kernel/setup/start-refused';
import { StateAway } from '#kernel/state-away';
import type { RedisScript } from './redis-scripts.ts';

/** The one key that is no epoch's: it names the epoch in force. */
const markerKey = 'ronghui:epoch';
/** A connection of which nothing is heard for so long is given up. @unit ms */
const silentMs = 6000;
const connectMs = 2000;

/** Whether a server refuses who asks. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && /^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(error.message);

/** A client that keeps nothing for later: what cannot be sent now fails. `isOpen`: whether it has been connected once. */
export const createStateClient = (url: string, isOpen: () => boolean) => {
  const client = createClient({
    url,
    name: 'ronghui',
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    pingInterval: 2000,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: connectMs,
      socketTimeout: silentMs,
      reconnectStrategy: (retries, cause) =>
        isOpen() || !isRefused(cause) ? Math.min(50 * 2 ** Math.min(retries, 4), 500) : false,
    },
  });
  const send = (args: readonly string[]): Promise<unknown> => client.sendCommand([...args]);
  return {
    client,
    /** What the server says of itself. */
    info: async (): Promise<string> => String(await send(['INFO'])),
    evaluate: async (script: RedisScript, args: readonly string[]): Promise<unknown> => {
      try {
        return await send(['EVALSHA', script.sha, '1', markerKey, ...args]);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return send(['EVAL', script.text, '1', markerKey, ...args]);
      }
    },
  };
};

/** Waits for an answer no longer than so many ms. @throws StateAway for whatever fails, but for a refused start */
export const within = async <T>(answer: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = (): void => reject(new StateAway('the shared state did not answer in time'));
    // What lies in the socket is read first: it may be this process that was busy.
    timer = setTimeout(() => setImmediate(() => setImmediate(end)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    const isOurs = error instanceof StateAway || error instanceof StartRefused;
    throw isOurs ? error : new StateAway('the shared state does not answer', { cause: error });
  } finally {
    clearTimeout(timer);
  }
};
