import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteQuietGuards } from './staff.sql.ts';

/** Scheduled deletion of old counters. */
export const staffJobs: readonly Job[] = [sweep('staff.guards', '23 * * * *', deleteQuietGuards)];
