import { type Job, job } from '#kernel/jobs/jobs';
import type { BackupPlan } from '#kernel/setup/backup-config';

/** Takes a backup as the configuration says; ends early when the signal aborts. */
export type TakePlanned = (signal: AbortSignal) => Promise<void>;

/** As long as a run may take: more than any database of one machine. @unit ms */
const maxMs = 12 * 3_600_000;
/** A store that is away is mostly back by then. @unit seconds */
const retrySec = 900;

/**
 * The backup by the clock, once over all nodes: at 02:30 in Shanghai and every so many hours from there, the first at once, and what was missed
 * when a server starts again.
 *
 * @source running 3.3
 */
export const backupJobs = (plan: BackupPlan | null, take: TakePlanned): readonly Job[] =>
  plan === null
    ? []
    : [
        job({
          name: 'backup.take',
          every: { hours: plan.everyHours, from: '18:30' },
          beginsAtOnce: true,
          bounds: { maxMs, retrySec },
          run: ({ signal }) => take(signal ?? new AbortController().signal),
        }),
      ];
