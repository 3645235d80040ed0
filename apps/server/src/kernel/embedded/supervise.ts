import { setTimeout as wait } from 'node:timers/promises';
import type { EmbeddedExit, EmbeddedLog, Running } from './embedded-database.ts';
import { stopServer } from './postmaster.ts';
import { DataFolderInUseError } from './problem.ts';

/** What watching a server needs. */
export interface Keeper {
  /** Starts the server again where it was, or takes a living one back. */
  again(): Promise<Running>;
  endOfLog(): string;
  readonly log: EmbeddedLog;
}

const firstDelayMs = 50;
const longestDelayMs = 5000;
/** A server that served this long had started well: the next fault begins with the shortest delay. */
const steadyMs = 30_000;

/** Keeps a server running until it is told to stop: after each loss it starts it again, waiting longer each time it fails. */
export const supervise = (first: Running, keeper: Keeper) => {
  const listeners = new Set<(exit: EmbeddedExit) => void>();
  const stopping = new AbortController();
  let current = first;
  let recovery: Promise<void> = Promise.resolve();
  let delayMs = firstDelayMs;
  let servingSince = Date.now();
  let isTaken = false;

  const tell = (restarting: boolean): void => {
    const exit = { restarting, endOfLog: keeper.endOfLog() };
    keeper.log.error({ event: restarting ? 'databaseExited' : 'databaseTaken', reason: exit.endOfLog.slice(-800) });
    for (const listener of listeners) listener(exit);
  };

  const recover = async (): Promise<void> => {
    tell(true);
    if (Date.now() - servingSince > steadyMs) delayMs = firstDelayMs;
    while (!stopping.signal.aborted) {
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      if (stopping.signal.aborted) return;
      try {
        watch(await keeper.again());
        return;
      } catch (error) {
        keeper.log.error({ event: 'databaseStartFailed', reason: String(error) });
        if (!(error instanceof DataFolderInUseError)) continue;
        isTaken = true;
        return tell(false);
      }
    }
  };

  const watch = (running: Running): void => {
    current = running;
    servingSince = Date.now();
    running.ownership.onLost(() => {
      if (!stopping.signal.aborted) recovery = recover();
    });
  };
  watch(first);

  return {
    onExit: (listener: (exit: EmbeddedExit) => void): void => void listeners.add(listener),
    /** Clean, within ten seconds; the second call waits for the first. A server that another process has taken is that one's to stop. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await recovery;
      if (!isTaken) await stopServer(current.server.pid);
      await current.ownership.release();
    },
  };
};
