import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteQuietGuards } from './staff.sql.ts';
import { deleteOldDevices } from './staff-device.sql.ts';

/** What is forgotten by itself. */
export const staffJobs: readonly Job[] = [
  sweep('staff.guards', '23 * * * *', deleteQuietGuards),
  sweep('staff.devices', '53 19 * * *', deleteOldDevices),
];
