import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteQuietGuards } from './staff.sql.ts';

/** What is forgotten by itself. */
export const staffJobs: readonly Job[] = [sweep('staff.guards', '23 * * * *', deleteQuietGuards)];
