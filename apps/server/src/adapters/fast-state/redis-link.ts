import { randomBytes } from 'node:crypto';
import type { Log } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';
import { StateAway } from '#kernel/state-away';
import { createStateClient, isRefused, within } from './redis-client.ts';
import { beginScript, type RedisScript } from './redis-scripts.ts';

/** A connection to the state whose server is known. */
export interface RedisLink {
  /** The epoch that was last heard of. */
  readonly epoch: string;
  /** Runs a script; throws `StateAway` where it gets no answer in time. */
  run(script: RedisScript, args: readonly string[]): Promise<readonly unknown[]>;
  /** Asks for the epoch, and begins one where none is in force. */
  askEpoch(): Promise<string>;
  heard(epoch: string): void;
  close(): void;
}

/** No call waits longer for the state. @unit ms @source running 1.2 */
const answerMs = 100;
/** A start may wait longer, and so may a new connection for its first answers. @unit ms */
const [startMs, greetMs] = [4000, 2000];
const oldestVersion = 7;

const fieldOf = (info: string, name: string): string =>
  info
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? '';

/** What a server must not be, since a nonce that it forgets is a call that can be made again. */
const refuseUnfit = (info: string): void => {
  const version = fieldOf(info, 'redis_version');
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new StartRefused(
      `REDIS_URL 的服务器版本 ${version} 过旧：需要 Redis 7 或 Valkey。/ Redis 7 or Valkey is needed.`,
    );
  if (fieldOf(info, 'cluster_enabled') === '1')
    throw new StartRefused('REDIS_URL 指向 Redis Cluster，不支持。/ Redis Cluster is not supported.');
  const policy = fieldOf(info, 'maxmemory_policy');
  if (policy !== 'noeviction')
    throw new StartRefused(
      `REDIS_URL 的服务器可能淘汰数据（maxmemory-policy ${policy}），用过的随机数会被忘记：请设为 noeviction。/ It may evict keys: set maxmemory-policy noeviction.`,
    );
};

const startRefusalOf = (error: unknown): StartRefused => {
  if (error instanceof StartRefused) return error;
  if (isRefused(error instanceof Error ? error.cause : error))
    return new StartRefused('REDIS_URL 的用户名或密码不对。/ The server of REDIS_URL refuses its user or password.', {
      cause: error,
    });
  return new StartRefused('REDIS_URL 的服务器没有应答。/ The server of REDIS_URL does not answer.', { cause: error });
};

/**
 * Connects to Redis. Of each connection the run of its server is read before anything is asked through it, so that what a server has lost by a
 * restart is never asked for as if it were there.
 *
 * @throws StartRefused with a sentence: no server answers, or it is none that keeps nonces
 * @source running 1.2, 1.3
 */
export const openRedisLink = async (
  url: string,
  clock: { readonly offsetMs: number },
  log: Log,
): Promise<RedisLink> => {
  let [isOpen, isAway, epoch] = [false, false, ''];
  /** The run of the server, and the connection that it was read through. */
  let greeted: { readonly connection: number; readonly run: string } | null = null;
  const { client, info, evaluate } = createStateClient(url, () => isOpen);
  const begin = async (run: string): Promise<string> => {
    const fresh = randomBytes(9).toString('base64url');
    return String(await evaluate(beginScript, [run, String(clock.offsetMs), fresh]));
  };
  const greet = async (): Promise<void> => {
    const connection = client.socketEpoch;
    const found = await info();
    refuseUnfit(found);
    const run = fieldOf(found, 'run_id');
    epoch = await begin(run);
    greeted = { connection, run };
    if (isAway) log.info({ event: 'sharedStateBack' });
    isAway = false;
  };
  const away = (error: unknown): void => {
    greeted = null;
    if (!isAway && isOpen) log.warn({ event: 'sharedStateGone', error });
    isAway = isOpen;
  };
  client.on('error', away);
  client.on('ready', () => {
    // The first one is waited for below.
    if (isOpen) void within(greet(), greetMs).catch(away);
  });
  try {
    await within(
      client.connect().then(() => greet()),
      startMs,
    );
    isOpen = true;
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw startRefusalOf(error);
  }
  /** The run of the server at the other end; a connection that was not greeted yet cannot be asked. */
  const present = (): string => {
    if (!client.isReady || greeted?.connection !== client.socketEpoch) throw new StateAway('the shared state is away');
    return greeted.run;
  };
  return {
    get epoch() {
      return epoch;
    },
    async run(script, args) {
      const answer = await within(evaluate(script, [present(), String(clock.offsetMs), ...args]), answerMs);
      return Array.isArray(answer) ? (answer as readonly unknown[]) : [answer];
    },
    async askEpoch() {
      epoch = await within(begin(present()), answerMs);
      return epoch;
    },
    heard(other) {
      epoch = other;
    },
    close: () => client.destroy(),
  };
};
