import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#kernel/calls/refusal';

/** Work that may be in flight and wait. */
export interface AdmissionSize {
  readonly inFlight: number;
  /** Handed over while others are in flight, so that the bench has its next piece at hand. */
  readonly ahead?: number;
  readonly queue: number;
}

/** Hashes in flight: one core stays with the visitors (stack, password hash). */
export const passwordAdmission: AdmissionSize = {
  inFlight: Math.max(1, availableParallelism() - 1),
  ahead: 1,
  queue: 40,
};

/** Sealed fields opened at once, as many as libuv has threads for; wide enough for every login that has a place, many times over. */
export const unsealingAdmission: AdmissionSize = { inFlight: 4, queue: 400 };

/** A bounded crowd before a bounded workbench. */
export interface Admission {
  /**
   * Whether a place can be had. Refuses after a moment when not, before anything of the call is looked at: a refusal must be cheap, and
   * who comes again at once must come less often.
   */
  expectPlace(): Promise<void> | void;
  /** A place for a whole call, taken before anything costly; refused with 503 when all are taken. Give it back with `leave`. */
  enter(): void;
  leave(): void;
  /** Runs the costly part itself, after two seconds in line at most (then 503); the permit belongs to the work and is given back when the work ends, whatever became of the call. */
  work<T>(run: () => Promise<T>): Promise<T>;
  readonly taken: number;
}

/**
 * So long a refusal waits: 40 clients that never pause are then some 1,200 calls a second, and not all that the process can take. Between
 * these two by chance, so that those who were refused together do not come back together; a refusal is out within 50 ms. @unit ms
 */
const refusalPauseMs = { atLeast: 25, below: 41 };

/** Nobody waits longer for their turn. @unit ms @source security 4.5 */
const maxWaitMs = 2000;
/** When the first in line has waited this long, nobody else is let in: better refused before a try is counted than after. @unit ms */
const lateMs = 1000;

/** Somebody in line. */
interface Waiting {
  readonly sinceMs: number;
  go(): void;
}

/** The answer to a call for which there is no place. */
const overloaded = (): Refusal => new Refusal('OPSB0001', undefined, 1);

/** Builds one. @source security 4.5 */
export const createAdmission = ({ inFlight, ahead = 0, queue }: AdmissionSize): Admission => {
  let taken = 0;
  let running = 0;
  const waiting: Waiting[] = [];

  // A permit goes from hand to hand, so that nobody slips in between.
  const passOn = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.go();
  };
  const permit = async (): Promise<void> => {
    // Calls without a place of their own (a step-up, a change of password by ops) wait in the same line, which stays bounded.
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
    expectPlace: () => (isFull() ? refuseLater() : undefined),
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
