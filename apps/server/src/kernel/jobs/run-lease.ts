import type { Database, Tx } from '#kernel/database/db';
import type { StopReason } from '#kernel/jobs/sent-job';
import type { RunProgress } from '#kernel/jobs/sent-job-run.sql';
import type { Log } from '#kernel/ports';

/** How long a lease lasts, and how often a run renews it. */
export interface LeaseTimes {
  /** @unit seconds */
  readonly leaseSec: number;
  /** @unit ms */
  readonly beatMs: number;
}

/** The lease of one run: renewed by a timer, and with each progress that it reports. */
export interface RunLease {
  progress(progress: RunProgress): Promise<void>;
  end(): void;
}

/** A run whose lease is kept. */
export interface LeasedRun {
  /** The job and the run, for the log. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Moves the end of the lease on, and stores the latest progress. */
  readonly renew: (tx: Tx, progress: RunProgress) => Promise<'renewed' | 'cancelled' | 'lost'>;
}

/** The shortest time between two writes of progress. @unit ms */
const progressMs = 500;

/** Renews a run's lease until `end`; calls `stop` when the run was cancelled, or another process has taken the job. */
export const keepLease = (
  { database, log, times }: { readonly database: Database; readonly log: Log; readonly times: LeaseTimes },
  { facts, renew: renewIn }: LeasedRun,
  stop: (reason: StopReason) => void,
): RunLease => {
  let latest: RunProgress = { done: 0, total: 0, text: '' };
  let renewedMs = performance.now();
  let askedMs = 0;
  let renewal: Promise<void> | null = null;

  const renewOnce = async (): Promise<void> => {
    askedMs = performance.now();
    const sinceMs = askedMs;
    try {
      const progress = latest;
      const found = await database.transact('service', (tx) => renewIn(tx, progress));
      if (found === 'renewed') renewedMs = sinceMs;
      else stop(found);
    } catch (error) {
      log.warn({ event: 'jobLeaseWaits', ...facts, error });
    }
  };
  const renew = (): Promise<void> => {
    renewal ??= renewOnce().finally(() => {
      renewal = null;
    });
    return renewal;
  };

  const timer = setInterval(() => {
    // Another worker may have taken it by now, so the run stops without asking the database.
    if (performance.now() - renewedMs > times.leaseSec * 1000) stop('lost');
    else void renew();
  }, times.beatMs);
  timer.unref();

  return {
    async progress(progress) {
      latest = progress;
      if (performance.now() - askedMs >= progressMs) await renew();
    },
    end: () => clearInterval(timer),
  };
};
