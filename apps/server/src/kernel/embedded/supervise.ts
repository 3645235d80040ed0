import { setTimeout as wait } from 'node:timers/promises';
import type { EmbeddedExit, EmbeddedLog, Running } from './embedded-database.ts';
import { stopServer } from './postmaster.ts';
import { DataFolderInUseError } from './problem.ts';

/** Dependencies of the supervisor. */
export interface SupervisorDeps {
  /** Restarts the server in the same place, or adopts a running one. */
  again(): Promise<Running>;
  endOfLog(): string;
  readonly log: EmbeddedLog;
}

const firstDelayMs = 50;
const longestDelayMs = 5000;
/** A server that served this long had started well: the next failure begins with the shortest delay. */
const steadyMs = 30_000;

/** Keeps a server running until it is stopped: after each loss it restarts it, with a growing delay after each failure. */
export const supervise = (first: Running, deps: SupervisorDeps) => {
  const listeners = new Set<(exit: EmbeddedExit) => void>();
  const stopping = new AbortController();
  let current = first;
  let recovery: Promise<void> = Promise.resolve();
  let delayMs = firstDelayMs;
  let servingSince = Date.now();
  let isTaken = false;

  const notify = (restarting: boolean): void => {
    const exit = { restarting, endOfLog: deps.endOfLog() };
    deps.log.error({ event: restarting ? 'databaseExited' : 'databaseTaken', reason: exit.endOfLog.slice(-800) });
    for (const listener of listeners) listener(exit);
  };

  const recover = async (): Promise<void> => {
    notify(true);
    if (Date.now() - servingSince > steadyMs) delayMs = firstDelayMs;
    while (!stopping.signal.aborted) {
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      if (stopping.signal.aborted) return;
      try {
        watch(await deps.again());
        return;
      } catch (error) {
        deps.log.error({ event: 'databaseStartFailed', reason: String(error) });
        if (!(error instanceof DataFolderInUseError)) continue;
        isTaken = true;
        return notify(false);
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
    /**
     * Stops gracefully within ten seconds; a second call waits for the first. A server that another process has taken
     * over is left running.
     */
    stop: async (): Promise<void> => {
      stopping.abort();
      await recovery;
      if (!isTaken) await stopServer(current.server.pid);
      await current.ownership.release();
    },
  };
};
