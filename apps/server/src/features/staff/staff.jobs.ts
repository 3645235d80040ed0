import { type Job, sweep } from '#kernel/jobs/jobs';
import { deleteIdleGuards } from './staff.sql.ts';
import { deleteOldDevices } from './staff-device.sql.ts';

/** Scheduled deletion of old counters and devices. */
export const staffJobs: readonly Job[] = [
  sweep('staff.guards', '23 * * * *', deleteIdleGuards),
  sweep('staff.devices', '53 19 * * *', deleteOldDevices),
];
