import type { Job } from '#kernel/jobs/jobs';
import { askIssuer, watchQuota } from './issuer/issuer-jobs.ts';

/** The scheduled jobs of this noun. */
export const invoiceJobs: readonly Job[] = [askIssuer, watchQuota];
