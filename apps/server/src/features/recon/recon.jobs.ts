import type { Job } from '#kernel/jobs/jobs';
import type { SentJob } from '#kernel/jobs/sent-job';
import { tidyLedgers } from './intake/ledger-tidy.ts';
import { matchLedger } from './matching/match-job.ts';
import { tidyDryRuns } from './runs/dry-run-tidy.ts';
import { tidySuperseded } from './runs/superseded-tidy.ts';

/** The scheduled jobs of this noun. */
export const reconJobs: readonly Job[] = [tidyLedgers, tidyDryRuns, tidySuperseded];
/** The jobs that calls of this noun send. */
export const reconSentJobs: readonly SentJob[] = [matchLedger];
