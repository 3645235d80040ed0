import { createHash, randomBytes } from 'node:crypto';
import type { StoredClaim } from '#kernel/fast-state/nonce.sql';
import type { FastState, Log, NonceAnswer } from '#kernel/ports';
import { openRedisLink } from './redis-link.ts';
import {
  claimScript,
  clockScript,
  countScript,
  lostMark,
  putScript,
  type RedisScript,
  takeScript,
  useScript,
} from './redis-scripts.ts';
import { createRequestCounts } from './request-counts.ts';
import { createTravellers } from './travellers.ts';

/** As with PostgreSQL: within it the state's clock decides. @unit ms @source running 1.4 */
const clockSlackMs = 30_000;
const mostAtOnce = 200;

/** Keys name sessions, tickets and addresses, which do not stand in the state in clear. */
const storedKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

const answers: readonly NonceAnswer[] = ['new', 'seen', 'late', 'lost'];
const answerOf = (word: unknown): NonceAnswer => answers.find((answer) => answer === word) ?? 'lost';

/**
 * The shared state in Redis 7 or Valkey: every step is one script, bounded at 100 ms, and nothing waits for a connection. Claims of a node travel together.
 *
 * @source running 1.2 to 1.5
 */
export const openRedisFastState = async (
  url: string,
  clock: { readonly offsetMs: number; nowMs(): number },
  log: Log,
): Promise<FastState> => {
  const link = await openRedisLink(url, clock, log);
  /** Where the state is lost it begins anew, with nothing in it. */
  const runOrBegin = async (script: RedisScript, args: readonly string[]): Promise<readonly unknown[]> => {
    const found = await link.run(script, args);
    if (found[0] !== lostMark) return found;
    await link.askEpoch();
    return link.run(script, args);
  };

  const travellers = createTravellers<StoredClaim, NonceAnswer>({
    mostAtOnce,
    async send(claims) {
      const args = claims.flatMap(({ id, epoch, sentMs, windowMs }) => [id, epoch, String(sentMs), String(windowMs)]);
      const [epoch, ...found] = await link.run(claimScript, args);
      // Before anybody is answered, so that the key that is fetched after a refusal is of the new epoch.
      if (epoch === '') await link.askEpoch();
      else link.heard(String(epoch));
      return found.map(answerOf);
    },
  });

  const requests = createRequestCounts(clock, async (counts) => {
    const args = counts.flatMap(({ key, windowNo, windowMs, count }) =>
      [storedKey(key), windowNo, windowMs, count].map(String),
    );
    const [, ...totals] = await runOrBegin(countScript, args);
    return counts.map(({ key }, at) => ({
      key,
      count: Number(totals[2 * at] ?? 0),
      before: Number(totals[2 * at + 1] ?? 0),
    }));
  });

  return {
    get epoch() {
      return link.epoch;
    },
    askEpoch: () => link.askEpoch(),
    clockSlackMs,
    askNowMs: async () => Number((await link.run(clockScript, []))[0]),
    claimNonce: ({ epoch, keyId, nonce, sentMs, windowMs }) =>
      travellers.take({ id: storedKey(`${keyId} ${nonce}`), epoch, sentMs, windowMs: Math.ceil(windowMs) }),
    countRequest: (key, limit, windowMs) => requests.count(key, limit, windowMs),
    async take(key, limit, windowMs) {
      const use = [storedKey(key), Math.ceil(limit), Math.ceil(windowMs), randomBytes(9).toString('base64url')];
      const [, waitMs] = await runOrBegin(useScript, use.map(String));
      return { allowed: Number(waitMs) === 0, retryAfterMs: Number(waitMs) };
    },
    async put(key, value, ttlMs) {
      await runOrBegin(putScript, [storedKey(key), value, String(Math.ceil(ttlMs))]);
    },
    async takeOnce(key) {
      const [found, value] = await runOrBegin(takeScript, [storedKey(key)]);
      return found === 'value' ? String(value) : null;
    },
    close: () => link.close(),
  };
};
