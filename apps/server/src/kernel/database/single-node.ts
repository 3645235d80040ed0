import type pg from 'pg';
import type { Database } from '#kernel/database/db';
import type { Log } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';

const nodeLock = 726_120_002;
const againMs = 1000;

/** The connection that holds the lock of a node. */
export interface OnlyNode {
  release(): Promise<void>;
}

const connectMs = 5000;
/** The server notices within seconds that a node is gone without a word, and releases its lock. */
const soonNoticed = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

type Opened = Pick<Database, 'Client'> & { readonly url: string };

/** Whether other nodes may serve beside this one: then the lock is held together with theirs, and by none that serves alone. */
export interface Company {
  readonly isAllowed: boolean;
}

const tryLock = async (
  { Client, url }: Opened,
  { isAllowed }: Company,
  onEnd: () => void,
): Promise<pg.Client | null> => {
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
    const take = isAllowed ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query<{ mine: boolean }>(`select ${take}($1) as mine`, [nodeLock]);
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

const alone = '多个节点需要共享状态（SHARED_STATE=postgres 或 REDIS_URL）与共用的文件存储（FILES_DIR 或 S3_ENDPOINT）';

/**
 * Refuses a second node on one database while nonces and counters live in one process, or files in one node's folder. A lock that is lost with its
 * connection is taken again.
 *
 * @source running 1.1, 1.2
 */
export const lockSingleNode = async (
  opened: Opened,
  log: Log,
  company: Company = { isAllowed: false },
): Promise<OnlyNode> => {
  let released = false;
  let client: pg.Client | null = null;
  let isReported = false;
  const retry = async (): Promise<void> => {
    const mine = await tryLock(opened, company, lost);
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
  client = await tryLock(opened, company, lost);
  if (client === null) {
    throw new StartRefused(
      company.isAllowed
        ? `另一个融惠服务正在独自使用这个数据库：${alone}，它没有都设置。请为它设置后重新启动，或先停止它。`
        : `另一个融惠服务正在使用这个数据库。${alone}：请都设置，或先停止另一个服务。`,
    );
  }
  return {
    async release() {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
};
