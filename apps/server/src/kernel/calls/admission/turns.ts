import { Refusal } from '#kernel/refusal';

/** The places, and how many may wait for them: of one owner, and in all. */
export interface TurnsSize<Place> {
  readonly places: readonly Place[];
  readonly perOwner: number;
  readonly inAll: number;
  /** The longest wait. @unit ms */
  readonly maxWaitMs: number;
}

/** Who waits: `go` gives the place. */
interface Waiting<Place> {
  go(place: Place): void;
}

/** Places of costly work that owners take in turn, such as tenants: each has one at most, so that nobody's work holds them all. */
export interface Turns<Place> {
  /** Runs the work when the owner has a place; throws a 503 where its queue is full, or after the longest wait. */
  work<T>(owner: string, run: (place: Place) => Promise<T>): Promise<T>;
}

const overloaded = (): Refusal => new Refusal('OPSB0001', undefined, 1);

/** Makes them. @source security 4.14, decision 0092 */
export const createTurns = <Place>({ places, perOwner, inAll, maxWaitMs }: TurnsSize<Place>): Turns<Place> => {
  const free = [...places];
  const working = new Set<string>();
  /** In the order of their turns: who had one goes behind the others. */
  const waiting = new Map<string, Waiting<Place>[]>();
  let count = 0;

  const remove = (owner: string, own: Waiting<Place>): void => {
    const line = waiting.get(owner) ?? [];
    line.splice(line.indexOf(own), 1);
    count -= 1;
    if (line.length === 0) waiting.delete(owner);
  };
  const giveTurns = (): void => {
    for (const [owner, [first]] of waiting) {
      if (free.length === 0) return;
      if (first === undefined || working.has(owner)) continue;
      const place = free.pop();
      if (place === undefined) return;
      working.add(owner);
      remove(owner, first);
      first.go(place);
    }
  };
  const goBehind = (owner: string): void => {
    const line = waiting.get(owner);
    if (line === undefined) return;
    waiting.delete(owner);
    waiting.set(owner, line);
  };
  const turnOf = (owner: string): Promise<Place> => {
    const line = waiting.get(owner) ?? [];
    if (line.length >= perOwner || count >= inAll) throw overloaded();
    return new Promise((resolve, reject) => {
      const own: Waiting<Place> = {
        go(place) {
          clearTimeout(tooLong);
          resolve(place);
        },
      };
      const tooLong = setTimeout(() => {
        remove(owner, own);
        reject(overloaded());
      }, maxWaitMs);
      waiting.set(owner, [...line, own]);
      count += 1;
      giveTurns();
    });
  };

  return {
    async work(owner, run) {
      const place = await turnOf(owner);
      try {
        return await run(place);
      } finally {
        free.push(place);
        working.delete(owner);
        goBehind(owner);
        giveTurns();
      }
    },
  };
};
