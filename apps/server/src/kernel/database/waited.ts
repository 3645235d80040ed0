import { AsyncLocalStorage } from 'node:async_hooks';

/** What one call has spent waiting for the database: for connections, and in statements that took so long that they may have waited for a lock. */
export interface Waited {
  /** @unit ms */
  spentMs: number;
}

/** How long a call may wait in all, however often: with its own work the answer comes within the five seconds of R14.6. @unit ms @source R14.6 */
export const mostWaitMs = 4500;
/** What the end of a call still has, so that its refusal reaches the trail. @unit ms */
const leastWaitMs = 200;
/** A statement of this length may have waited. @unit ms */
const suspiciousMs = 1000;
/** Less is no wait: the session's own setting bounds the next one. @unit ms */
const trifleMs = 50;

const calls = new AsyncLocalStorage<Waited | null>();

/** Runs a call, whose waits are counted together. */
export const countWaits = <Reply>(run: () => Promise<Reply>): Promise<Reply> => calls.run({ spentMs: 0 }, run);

/** The waits of the call that is running; null outside of one. */
export const waitedOf = (): Waited | null => calls.getStore() ?? null;

/** How long the call may still wait. @unit ms */
export const leftMs = ({ spentMs }: Waited): number => Math.max(leastWaitMs, Math.ceil(mostWaitMs - spentMs));

/** Counts a wait for a connection. */
export const countConnecting = (waited: Waited, ms: number): void => {
  if (ms >= trifleMs) waited.spentMs += ms;
};

/** Counts a statement, if it was long enough to have waited. */
export const countStatement = (waited: Waited, ms: number): void => {
  if (ms >= suspiciousMs) waited.spentMs += ms;
};
