import type { Database, Tx } from '#kernel/database/db';
import type { Limits, Log } from '#kernel/ports';
import type { MovableClock } from '#kernel/setup/clock';

/** Corrects what one noun stored while the clock was ahead: nothing lasts longer than its own length from now. */
export type ClockCorrection = (tx: Tx, limits: Limits) => Promise<void>;

/** Dependencies. */
export interface CorrectionDeps {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly limits: Limits;
  readonly log: Log;
  readonly corrections: readonly ClockCorrection[];
  /** Drops what this process remembers of the corrected rows. */
  readonly forget: () => void;
  /** Counts a clock that was set, or ran on while the process was suspended. */
  readonly countMove?: () => void;
}

/** The corrections of a clock that was set back. */
export interface ClockCorrections {
  correct(): Promise<void>;
  /** Corrects now, because the clock may have been set back while nothing ran, and whenever the clock is set back. */
  start(): void;
  stop(): void;
}

const lookMs = 1000;
/** A clock that is kept in time goes back by less. @unit ms */
const jitterMs = 2000;

/** Compares the clock with the monotonic one, which nobody sets. @source R4.5, R5.3 */
export const createClockCorrections = (deps: CorrectionDeps): ClockCorrections => {
  const { database, clock, limits, log, corrections, forget, countMove } = deps;
  let timer: NodeJS.Timeout | undefined;

  const correct = async (): Promise<void> => {
    for (const each of corrections) await database.transact('service', (tx) => each(tx, limits));
    forget();
  };
  let isDue = true;
  let running = false;
  let ahead = clock.nowMs() - performance.now();
  const look = async (): Promise<void> => {
    const aheadNow = clock.nowMs() - performance.now();
    if (Math.abs(aheadNow - ahead) > jitterMs) countMove?.();
    if (aheadNow < ahead - jitterMs) {
      log.warn({ event: 'clockSetBack', ms: Math.round(ahead - aheadNow) });
      isDue = true;
    }
    ahead = aheadNow;
    if (!isDue || running) return;
    running = true;
    isDue = false;
    try {
      await correct();
    } catch (error) {
      // Without its database the process has nothing to correct yet.
      isDue = true;
      log.warn({ event: 'clockCorrectionFailed', error });
    } finally {
      running = false;
    }
  };
  return {
    correct,
    start() {
      void look();
      timer = setInterval(look, lookMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
