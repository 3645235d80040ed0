import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#kernel/refusal';

/** The size of a semaphore with a queue. */
export interface AdmissionSize {
  readonly inFlight: number;
  /** Permits beyond `inFlight`, so that the worker always has its next task queued. */
  readonly ahead?: number;
  readonly queue: number;
}

/** Concurrent hashes: one core stays free for other calls (stack, password hash). */
export const passwordAdmission: AdmissionSize = {
  inFlight: Math.max(1, availableParallelism() - 1),
  ahead: 1,
  queue: 40,
};

/** Concurrent decryptions of sealed fields, one per libuv thread; the queue is several times as long as that of logins. */
export const unsealingAdmission: AdmissionSize = { inFlight: 4, queue: 400 };

/** A semaphore with a bounded queue. */
export interface Admission {
  /**
   * Refuses after a short pause when there is no capacity, before the call is read: the refusal is cheap, and the pause
   * slows down clients that retry at once.
   */
  checkCapacity(): Promise<void> | void;
  /** Reserves capacity for a call before any costly step; throws a 503 when there is none. Release it with `leave`. */
  enter(): void;
  leave(): void;
  /**
   * Runs the costly step when a permit is free, and throws a 503 after two seconds in the queue. The permit is released
   * when the step ends, even if the caller has gone.
   */
  work<T>(run: () => Promise<T>): Promise<T>;
  readonly taken: number;
}

/**
 * The pause before a refusal: it limits 40 clients that retry without pausing to some 1,200 calls a second. It is
 * random, so that clients that were refused together do not return together; a refusal takes at most 50 ms. @unit ms
 */
const refusalPauseMs = { atLeast: 25, below: 41 };

/** The longest time in the queue. @unit ms @source security 4.5 */
const maxWaitMs = 2000;
/**
 * When the oldest entry of the queue has waited this long, no more calls are admitted: a refusal is better before a try
 * is counted than after. @unit ms
 */
const lateMs = 1000;

/** An entry of the queue. */
interface Waiting {
  readonly sinceMs: number;
  go(): void;
}

/** The reply to a call that finds no capacity. */
const overloaded = (): Refusal => new Refusal('OPSB0001', undefined, 1);

/** Makes the semaphore. @source security 4.5 */
export const createAdmission = ({ inFlight, ahead = 0, queue }: AdmissionSize): Admission => {
  let taken = 0;
  let running = 0;
  const waiting: Waiting[] = [];

  // A permit is passed directly to the next entry, so that no other call can take it.
  const passOn = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.go();
  };
  const permit = async (): Promise<void> => {
    // Calls without a reservation (a step-up, a change of password by ops) use the same queue, which stays bounded.
    if (running < inFlight + ahead) {
      running += 1;
      return;
    }
    if (waiting.length >= inFlight + queue) throw overloaded();
    await new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => {
        waiting.splice(waiting.indexOf(own), 1);
        reject(overloaded());
      }, maxWaitMs);
      const own: Waiting = {
        sinceMs: performance.now(),
        go() {
          clearTimeout(tooLong);
          resolve();
        },
      };
      waiting.push(own);
    });
  };
  const isFull = (): boolean => {
    if (taken >= inFlight + queue) return true;
    const [first] = waiting;
    return first !== undefined && performance.now() - first.sinceMs > lateMs;
  };

  const refuseLater = async (): Promise<void> => {
    await wait(randomInt(refusalPauseMs.atLeast, refusalPauseMs.below));
    throw overloaded();
  };

  return {
    checkCapacity: () => (isFull() ? refuseLater() : undefined),
    enter() {
      if (isFull()) throw overloaded();
      taken += 1;
    },
    leave() {
      taken -= 1;
    },
    async work(run) {
      await permit();
      try {
        return await run();
      } finally {
        passOn();
      }
    },
    get taken() {
      return taken;
    },
  };
};
