import type { Database, Db } from '#kernel/database/db';
import type { Look } from '#kernel/observe/gauges';
import type { Clock } from '#kernel/ports';
import { type BackupPlan, placeOf } from '#kernel/setup/config-parts/backup-config';
import { findBackupAge } from './backup-run.sql.ts';
import { keepBackupSince } from './backup-since.ts';

/** Where a node keeps since when backups are switched on. */
export interface BackupNode {
  readonly dataDir: string;
  readonly clock: Clock;
}

/** Seconds since the last good backup, and while there is none since the first that was tried or could have been. */
const readAge = async (db: Db, { to }: BackupPlan, { dataDir, clock }: BackupNode): Promise<number> => {
  const place = placeOf(to);
  const since = await keepBackupSince(dataDir, place, clock);
  const { good, tried } = await findBackupAge(db, place);
  return good ?? Math.max(tried ?? 0, (clock.now().getTime() - since.getTime()) / 1000);
};

const isLate = (age: number, { everyHours }: BackupPlan): boolean => age > 2 * everyHours * 3600;

/** Whether the last good backup is older than two periods. @source running 3.3 */
export const isTooOld = async (db: Db, plan: BackupPlan, node: BackupNode): Promise<boolean> =>
  isLate(await readAge(db, plan, node), plan);

/** Looks at the age of backups that are taken by the clock; without a target there is nothing to see. */
export const createBackupLook = (database: Database, plan: BackupPlan | null, node: BackupNode): Look => {
  // Nobody may scrape for days, and the age counts from the start.
  if (plan !== null) void keepBackupSince(node.dataDir, placeOf(plan.to), node.clock);
  return async () => {
    if (plan === null) return {};
    const age = await readAge(database.reading('service'), plan, node);
    return { ronghui_backup_age_seconds: age, ronghui_backup_late: isLate(age, plan) };
  };
};
