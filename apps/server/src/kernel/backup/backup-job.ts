import { type Job, JobWaits, job } from '#kernel/jobs/jobs';
import type { BackupPlan } from '#kernel/setup/config-parts/backup-config';
import { BackupRuns } from './recorded-backup.ts';

/** Takes a backup as the configuration says; ends early when the signal aborts, and rejects with `BackupRuns` beside another one. */
export type TakePlanned = (signal: AbortSignal) => Promise<void>;

export const backupJobName = 'backup.take';

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
          name: backupJobName,
          every: { hours: plan.everyHours, from: '18:30' },
          beginsAtOnce: true,
          bounds: { maxMs, retrySec },
          run: async ({ signal }) => {
            try {
              await take(signal ?? new AbortController().signal);
            } catch (error) {
              if (error instanceof BackupRuns)
                throw new JobWaits('另一个备份正在进行，等它结束后再备份', { cause: error });
              throw error;
            }
          },
        }),
      ];
