import type { SentJob } from '#kernel/jobs/sent-job';
import { matchLedger } from './matching/match-job.ts';

/** The jobs that calls of this noun send. */
export const reconSentJobs: readonly SentJob[] = [matchLedger];
