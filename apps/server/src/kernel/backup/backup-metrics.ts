import type { Database } from '#kernel/database/db';
import type { Metrics } from '#kernel/observe/metrics';
import { type BackupPlan, placeOf } from '#kernel/setup/backup-config';
import { type BackupAge, findBackupAge } from './backup-run.sql.ts';

/** Seconds since the last good backup, and while there is none since the first that was tried. */
const ageOf = ({ good, tried }: BackupAge): number => good ?? tried ?? 0;

/** Whether the last good backup is older than two periods. @source running 3.3 */
export const isTooOld = (age: BackupAge, { everyHours }: BackupPlan): boolean => ageOf(age) > 2 * everyHours * 3600;

/** Watches the age of backups that are taken by the clock; without a target there is nothing to watch. */
export const watchBackups = (metrics: Metrics, database: Database, plan: BackupPlan | null): void => {
  if (plan === null) return;
  const find = () => findBackupAge(database.reading('service'), placeOf(plan.to));
  const age = 'Seconds since the last good backup; while there is none, since the first that was tried';
  metrics.ask('ronghui_backup_age_seconds', age, async () => ageOf(await find()));
  const overdue = '1 while the last good backup is older than two periods of BACKUP_EVERY';
  metrics.ask('ronghui_backup_overdue', overdue, async () => (isTooOld(await find(), plan) ? 1 : 0));
};
