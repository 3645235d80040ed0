import pg from 'pg';
import type { Database, Db } from '#kernel/database/db';
import { loginSentenceOf } from '#kernel/database/given-database';
import type { Reads } from '#kernel/database/replica/replica';
import { findIdentity, findIdentityOver, type Identity } from '#kernel/database/replica/replica.sql';
import { ignoreHere } from '#kernel/database/statement';
import { isDatabaseBusy, isDatabaseGone } from '#kernel/faults';
import type { Log } from '#kernel/ports';
import { errorCodeOf } from '#kernel/refusal';
import { StartRefused } from '#kernel/setup/start-refused';

const connectMs = 5000;

const otherSystem =
  'DATABASE_READ_URL 指向另一套数据库，不是 DATABASE_URL 的副本：请改为它的流复制副本，或不设置。/ DATABASE_READ_URL is another database system, no replica of DATABASE_URL: name a streaming standby of it, or none.';

/** A server that has not our roles refuses to begin a session with one. */
const unknownRole = '22023';

/** Why a server cannot be the replica of another; null where it can. */
export const faultOfReplica = (primary: Identity, replica: Identity): string | null => {
  if (replica.system !== primary.system) return otherSystem;
  if (replica.startedAt === primary.startedAt)
    return 'DATABASE_READ_URL 与 DATABASE_URL 是同一个服务器：请改为它的流复制副本，或不设置。/ DATABASE_READ_URL is the same server as DATABASE_URL: name a streaming standby of it, or none.';
  if (!replica.isStandby)
    return 'DATABASE_READ_URL 的服务器不是只读副本，可能已经升为主库：请改为现在的主库的流复制副本，或不设置。/ DATABASE_READ_URL is no standby and may have been promoted: name a streaming standby of the present primary, or none.';
  if (replica.database === primary.database) return null;
  return `DATABASE_READ_URL 指向数据库 ${replica.database}，而 DATABASE_URL 是 ${primary.database}：请改为同名的数据库。/ DATABASE_READ_URL names the database ${replica.database}, DATABASE_URL ${primary.database}: name the same.`;
};

/** What is checked: the pools of a replica, and its address. */
interface Checked {
  readonly primary: Database;
  readonly replica: Reads;
  readonly url: string;
}

/** Asks who answers at an address by its login alone. */
const identityAt = async (url: string, builder: Db): Promise<Identity> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ronghui_watch',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  });
  client.on('error', ignoreHere);
  try {
    await client.connect();
    return await findIdentityOver(client, builder);
  } finally {
    client.end().catch(ignoreHere);
  }
};

const identityOfReplica = async ({ primary, replica, url }: Checked): Promise<Identity> => {
  try {
    return await findIdentity(replica.reading('service', 'entry'));
  } catch (error) {
    if (errorCodeOf(error) !== unknownRole) throw error;
    // Another system, or a standby that has not replayed yet that the roles were made.
    return identityAt(url, primary.reading('service', 'entry'));
  }
};

/**
 * Refuses a start whose DATABASE_READ_URL is no replica of its database. One that does not answer keeps nobody from starting: it is looked at again before it is read.
 *
 * @source running 1.9
 */
export const checkReplica = async (checked: Checked, log: Log): Promise<void> => {
  const own = await findIdentity(checked.primary.reading('service', 'entry'));
  let found: Identity;
  try {
    found = await identityOfReplica(checked);
  } catch (error) {
    const sentence = loginSentenceOf(error, 'DATABASE_READ_URL');
    if (sentence !== undefined) throw new StartRefused(sentence, { cause: error });
    if (!isDatabaseGone(error) && !isDatabaseBusy(error)) throw error;
    log.warn({ event: 'replicaGone', error });
    return;
  }
  const fault = faultOfReplica(own, found);
  if (fault !== null) throw new StartRefused(fault);
};
