import type { Database } from '#kernel/database/db';
import type { Channel } from '#kernel/database/statement';
import type { Log } from '#kernel/ports';

/** A listener of a channel. `caughtUp` is called when notifications may have been missed, so that everything that depends on them can be dropped. */
export interface Listeners {
  readonly on: Readonly<Record<Channel, (payload: string) => void>>;
  caughtUp(): void;
}

/** The one listening connection of a process. */
export interface Notifications {
  stop(): Promise<void>;
}

const pauseMs = 1000;

/** Listens, and reconnects after a lost connection. Resolves with the first connection. */
export const listenTo = async (
  { Client }: Pick<Database, 'Client'>,
  { url, listeners, log }: { readonly url: string; readonly listeners: Listeners; readonly log: Log },
): Promise<Notifications> => {
  let client: InstanceType<typeof Client> | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const later = () => {
    client = null;
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch(later), pauseMs);
    timer.unref();
  };

  const connect = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: url,
      application_name: 'ronghui_listen',
      options: '-c role=ronghui_service',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    fresh.on('error', () => undefined);
    fresh.on('notification', (message) => {
      if (Object.hasOwn(listeners.on, message.channel)) {
        listeners.on[message.channel as Channel](message.payload ?? '');
      }
    });
    await fresh.connect();
    for (const channel of Object.keys(listeners.on)) await fresh.query(`listen ${channel}`);
    fresh.once('end', () => {
      if (!stopped) log.warn({ event: 'notificationsLost' });
      later();
    });
    client = fresh;
    listeners.caughtUp();
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
};
