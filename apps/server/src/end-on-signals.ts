import type { NodePhase } from '#kernel/observe/node-phase';
import type { Log } from '#kernel/ports';

/** Releases what the start opened; run in reverse order. */
export type Cleanup = () => Promise<void> | void;

const closeWithinMs = 10_000;
/** When a stop leaves what does not end, so that the database still has its own. */
const leaveAfterMs = 6000;
/** What a later step has then. */
const lateStepMs = 500;

/** Whether a step ended in its time; one that fails has ended, because the others must run. */
const endsWithin = async (step: Cleanup, ms: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const work = async () => step();
  const ended = () => resolve(true);
  work().then(ended, ended);
  const hasEnded = await promise;
  clearTimeout(timer);
  return hasEnded;
};

/** Releases what was opened, in reverse order, and leaves what does not end. */
export const runCleanups = async (cleanups: Cleanup[], log?: Log): Promise<void> => {
  const leaveAt = performance.now() + leaveAfterMs;
  for (let step = cleanups.pop(); step !== undefined; step = cleanups.pop()) {
    // What was opened first is the database, and nothing follows it.
    const ms = cleanups.length === 0 ? closeWithinMs : Math.max(leaveAt - performance.now(), lateStepMs);
    if (!(await endsWithin(step, ms))) log?.warn({ event: 'stopWentOn', reason: 'a part of the server did not end' });
  }
};

/** One key press arrives up to three times: from the terminal, from npm and from the launcher. */
const sameSignalMs = 1000;

/** What an end needs. */
interface Ending {
  readonly log: Log;
  readonly cleanups: Cleanup[];
  readonly phase: NodePhase;
  readonly drainMs: number;
}

/**
 * Installed first, so that an interrupted start leaves nothing running. A second signal ends the process at once.
 *
 * @returns ends the process as failed, so that a service manager restarts it
 */
export const endOnSignals = ({ log, cleanups, phase, drainMs }: Ending): (() => void) => {
  let endingSince: number | undefined;
  const finish = (code: 0 | 1) => {
    setTimeout(() => {
      log.error({ event: 'stopForced', reason: 'the server did not end in ten seconds' });
      process.exit(1);
    }, closeWithinMs).unref();
    void runCleanups(cleanups, log).then(() => process.exit(code));
  };
  const end = (signal: NodeJS.Signals) => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > sameSignalMs) process.exit(1);
      return;
    }
    endingSince = performance.now();
    log.info({ event: 'stopping', signal });
    // A balancer reads that it drains and sends nothing more; a start that is interrupted has nobody to wait for.
    const waitMs = phase.now === 'serving' ? drainMs : 0;
    phase.drain();
    if (waitMs === 0) finish(0);
    else setTimeout(finish, waitMs, 0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const fail = () => {
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    phase.drain();
    finish(1);
  };
  process.on('uncaughtException', (error) => {
    log.error({ event: 'fault', error });
    fail();
  });
  return fail;
};
