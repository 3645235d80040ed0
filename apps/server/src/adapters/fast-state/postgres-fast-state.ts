import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#kernel/database/db';
import { beginEpoch, claimNonces, findNowMs, type StoredClaim } from '#kernel/fast-state/nonce.sql';
import { addRequests, takeUse } from '#kernel/fast-state/use.sql';
import { putValue, takeValue } from '#kernel/fast-state/value.sql';
import type { FastState, NonceAnswer } from '#kernel/ports';
import { createRequestCounts } from './request-counts.ts';
import { createTravellers } from './travellers.ts';

/** A node whose clock is further off is not one to serve; within it the database decides. @unit ms @source running 1.4 */
const clockSlackMs = 30_000;
const mostAtOnce = 500;

const digestOf = (text: string) => createHash('sha256').update(text).digest();
/** Keys name sessions, tickets and addresses, which do not stand in the database in clear. */
const storedKey = (key: string): string => digestOf(key).toString('base64url');
const idOf = (keyId: string, nonce: string): string => digestOf(`${keyId} ${nonce}`).toString('hex', 0, 16);

/** The answer to a nonce that is claimed twice in one statement. */
const againOf = (first: NonceAnswer): NonceAnswer => (first === 'new' ? 'seen' : first);

/**
 * The shared state in unlogged tables of PostgreSQL. Claims of a node travel together, one statement in flight; whichever of them waits, it waits outside of its
 * call, so that no call's bounds are another's.
 *
 * @source running 1.2 to 1.5
 */
export const openPostgresFastState = async (
  database: Pick<Database, 'reading'>,
  clock: { nowMs(): number },
): Promise<FastState> => {
  const db = database.reading('service', 'entry');
  const apart = AsyncLocalStorage.snapshot();
  const askEpoch = () => beginEpoch(db, randomBytes(9).toString('base64url'));
  let epoch = await askEpoch();

  /** Asks once for all who want to know. */
  let asking: Promise<string> | null = null;
  const learnEpoch = (): Promise<string> => {
    asking ??= apart(askEpoch)
      .then((present) => {
        epoch = present;
        return present;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  const travellers = createTravellers<StoredClaim, NonceAnswer>({
    mostAtOnce,
    send: (claims) =>
      apart(async () => {
        const first = new Map<string, StoredClaim>();
        for (const claim of claims) if (!first.has(claim.id)) first.set(claim.id, claim);
        const sent = [...first.values()];
        const found = await claimNonces(db, sent);
        // Before anybody is answered, so that the key that is fetched after a refusal is of the new epoch.
        if (found.epoch === null) await learnEpoch();
        else epoch = found.epoch;
        const answers = new Map(sent.map(({ id }, at) => [id, found.answers[at] ?? 'lost']));
        return claims.map((claim) => {
          const answer = answers.get(claim.id) ?? 'lost';
          return first.get(claim.id) === claim ? answer : againOf(answer);
        });
      }),
  });

  const requests = createRequestCounts(clock, (counts) =>
    apart(async () => {
      const names = new Map(counts.map(({ key }) => [storedKey(key), key]));
      const totals = await addRequests(
        db,
        counts.map((each) => ({ ...each, key: storedKey(each.key) })),
      );
      return totals.map((total) => ({ ...total, key: names.get(total.key) ?? total.key }));
    }),
  );

  return {
    get epoch() {
      return epoch;
    },
    askEpoch: learnEpoch,
    clockSlackMs,
    askNowMs: () => findNowMs(db),
    claimNonce: ({ epoch: claimed, keyId, nonce, sentMs, windowMs }) =>
      travellers.take({ id: idOf(keyId, nonce), epoch: claimed, sentMs, windowMs: Math.ceil(windowMs) }),
    countRequest: (key, limit, windowMs) => requests.count(key, limit, windowMs),
    take: (key, limit, windowMs) => takeUse(db, { key: storedKey(key), limit, windowMs: Math.ceil(windowMs) }),
    put: (key, value, ttlMs) => putValue(db, { key: storedKey(key), value, ttlMs: Math.ceil(ttlMs) }),
    takeOnce: (key) => takeValue(db, storedKey(key)),
  };
};
