import type { Share } from '#kernel/database/share';
import { Refusal } from '#kernel/refusal';

/** How many connections one key has at once, and how many of its statements wait for one. */
export interface ShareSize {
  readonly atOnce: number;
  readonly queue: number;
}

/** The shares of the connections that merchants and staff have, by tenant and by member of staff. */
export interface Shares {
  /** The share of a key, as one call uses it. */
  of(key: string): Share;
}

/** Of the connections for merchants: with ten of them, nobody is kept out by fewer than four tenants. @source security 4.14 */
export const tenantShare: ShareSize = { atOnce: 3, queue: 100 };
/** Of those for staff and jobs. @source security 4.14 */
export const staffShare: ShareSize = { atOnce: 2, queue: 100 };

/** The longest wait for a place; one for a free connection is part of it. @unit ms */
const maxWaitMs = 2000;
/** @unit seconds */
const retryAfter = 1;

const tooMany = (): Refusal => new Refusal('RHSY429', { retryAfter }, retryAfter);

/** What a key has taken, and who waits for it. */
interface Held {
  taken: number;
  readonly waiting: (() => void)[];
}

/**
 * Makes them. A call that keeps a connection (a transaction, a snapshot) has a second one without waiting: calls of one key that each keep one would
 * otherwise wait for each other.
 */
export const createShares = ({ atOnce, queue }: ShareSize): Shares => {
  const held = new Map<string, Held>();

  /** A place is passed directly to the next in the queue, so that nobody else can take it. */
  const giveBack = (key: string, own: Held): void => {
    const next = own.taken > atOnce ? undefined : own.waiting.shift();
    if (next !== undefined) return next();
    own.taken -= 1;
    if (own.taken === 0) held.delete(key);
  };

  const wait = (own: Held): Promise<void> =>
    new Promise((resolve, reject) => {
      if (own.waiting.length >= queue) return reject(tooMany());
      const go = () => {
        clearTimeout(tooLong);
        resolve();
      };
      const tooLong = setTimeout(() => {
        own.waiting.splice(own.waiting.indexOf(go), 1);
        reject(tooMany());
      }, maxWaitMs);
      own.waiting.push(go);
    });

  const take = async (key: string, isFree: boolean): Promise<Held> => {
    const own = held.get(key) ?? { taken: 0, waiting: [] };
    held.set(key, own);
    if (isFree || own.taken < atOnce) own.taken += 1;
    else await wait(own);
    return own;
  };

  return {
    of(key) {
      let kept = 0;
      return {
        async take(use) {
          const own = await take(key, kept > 0);
          if (use === 'kept') kept += 1;
          let isBack = false;
          return () => {
            if (isBack) return;
            isBack = true;
            if (use === 'kept') kept -= 1;
            giveBack(key, own);
          };
        },
      };
    },
  };
};
