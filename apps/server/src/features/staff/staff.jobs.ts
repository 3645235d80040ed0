import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteIdleGuards } from './staff.sql.ts';

/** Scheduled deletion of old counters. */
export const staffJobs: readonly Job[] = [sweep('staff.guards', '23 * * * *', deleteIdleGuards)];
