import type pg from 'pg';
import type { Database } from '#kernel/database/db';
import type { Log } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';

const nodeLock = 726_120_002;
const againMs = 1000;

/** The connection that holds the lock of the only node without shared fast state. */
export interface OnlyNode {
  release(): Promise<void>;
}

const connectMs = 5000;
/** The server notices within seconds that a node is gone without a word, and releases its lock. */
const soonNoticed = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

type Opened = Pick<Database, 'Client'> & { readonly url: string };

const tryLock = async ({ Client, url }: Opened, onEnd: () => void): Promise<pg.Client | null> => {
  const client = new Client({
    connectionString: url,
    application_name: 'ronghui_node',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    options: soonNoticed,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [nodeLock]);
    if (rows[0]?.mine === true) {
      client.once('end', onEnd);
      return client;
    }
  } catch (error) {
    void client.end();
    throw error;
  }
  await client.end();
  return null;
};

/**
 * Refuses a second node on one database while nonces and counters live in one process (stack, fast state). A lock that is lost with its
 * connection is taken again.
 */
export const lockSingleNode = async (opened: Opened, log: Log): Promise<OnlyNode> => {
  let released = false;
  let client: pg.Client | null = null;
  let isReported = false;
  const retry = async (): Promise<void> => {
    const mine = await tryLock(opened, lost);
    if (released) await mine?.end();
    else if (mine !== null) client = mine;
    else {
      // Logged once, because another node may hold it for long.
      if (!isReported) log.error({ event: 'secondNode' });
      isReported = true;
      later();
    }
  };
  const later = (): void => {
    if (!released) setTimeout(() => void retry().catch(later), againMs).unref();
  };
  const lost = (): void => {
    client = null;
    isReported = false;
    later();
  };
  client = await tryLock(opened, lost);
  if (client === null) {
    throw new StartRefused('另一个融惠服务正在使用这个数据库。多节点需要共享状态，此版本不支持：请先停止另一个服务。');
  }
  return {
    async release() {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
};
