import type { Database } from '#kernel/database/db';
import type { Look } from '#kernel/observe/gauges';
import { type BackupPlan, placeOf } from '#kernel/setup/backup-config';
import { type BackupAge, findBackupAge } from './backup-run.sql.ts';

/** Seconds since the last good backup, and while there is none since the first that was tried. */
const ageOf = ({ good, tried }: BackupAge): number => good ?? tried ?? 0;

/** Whether the last good backup is older than two periods. @source running 3.3 */
export const isTooOld = (age: BackupAge, { everyHours }: BackupPlan): boolean => ageOf(age) > 2 * everyHours * 3600;

/** Looks at the age of backups that are taken by the clock; without a target there is nothing to see. */
export const createBackupLook =
  (database: Database, plan: BackupPlan | null): Look =>
  async () => {
    if (plan === null) return {};
    const age = await findBackupAge(database.reading('service'), placeOf(plan.to));
    return { ronghui_backup_age_seconds: ageOf(age), ronghui_backup_late: isTooOld(age, plan) };
  };
