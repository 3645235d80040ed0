import { keptChannels, readVersions } from '#kernel/database/changes/change-version.sql';
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
/** Between two looks at the versions of what nodes keep. @unit ms @source running 1.7 */
const lookMs = 500;

/** The versions of what this node keeps, as it saw them last. */
type Versions = ReadonlyMap<string, string>;

/**
 * Listens, and reconnects after a lost connection; over the same connection it reads twice a second whether what this node keeps was changed, because a notification
 * may be lost with who sends it. Resolves with the first connection.
 */
export const listenTo = async (
  { Client }: Pick<Database, 'Client'>,
  { url, listeners, log }: { readonly url: string; readonly listeners: Listeners; readonly log: Log },
): Promise<Notifications> => {
  let client: InstanceType<typeof Client> | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;

  /** Looks until the connection ends. */
  const look = async (fresh: InstanceType<typeof Client>, seen: Versions): Promise<void> => {
    const { rows } = await fresh.query<{ channel: string; version: string }>(readVersions);
    const found: Versions = new Map(rows.map(({ channel, version }) => [channel, version]));
    for (const channel of keptChannels) if (found.get(channel) !== seen.get(channel)) listeners.on[channel]('');
    lookLater(fresh, found);
  };
  const lookLater = (fresh: InstanceType<typeof Client>, seen: Versions): void => {
    if (stopped || client !== fresh) return;
    clearTimeout(looking);
    // A connection that fails ends, and another one begins anew.
    looking = setTimeout(() => void look(fresh, seen).catch(() => lookLater(fresh, seen)), lookMs).unref();
  };

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
    const { rows } = await fresh.query<{ channel: string; version: string }>(readVersions);
    listeners.caughtUp();
    lookLater(fresh, new Map(rows.map(({ channel, version }) => [channel, version])));
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(looking);
      await client?.end().catch(() => undefined);
    },
  };
};
