import { type Job, sweep } from '#kernel/jobs/jobs';
import type { ClockCorrection } from '#kernel/setup/clock-correction';
import { correctGuards, deleteIdleGuards } from './staff.sql.ts';
import { deleteOldDevices } from './staff-device.sql.ts';

/** Scheduled deletion of old counters and devices. */
export const staffJobs: readonly Job[] = [
  sweep('staff.guards', { hourlyAt: 23 }, deleteIdleGuards),
  sweep('staff.devices', { dailyAt: '19:53' }, deleteOldDevices),
];

/** The locks of staff. */
export const staffClock: ClockCorrection = (tx, limits) => correctGuards(tx, limits.lockMinutes);
