import { maintenanceLine } from '@ronghui/domain/maintenance';
import { keptSite } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import { keptMaintenance } from '#kernel/maintenance/kept-maintenance';
import type { KeepContent } from '#kernel/ports';
import type { MovableClock } from '#kernel/setup/clock';
import type { BrandLook } from './styles.ts';

interface LookDeps {
  readonly keepContent: KeepContent;
  readonly clock: MovableClock;
}

/** The line of maintenance that pages begin with; null for none. */
export const announcedLine = async (db: Db, deps: LookDeps): Promise<string | null> =>
  maintenanceLine(await keptMaintenance(db, deps), deps.clock.now());

/** What the style sheets depend on. */
export const lookOf = async (db: Db, deps: LookDeps): Promise<BrandLook> => {
  const [{ settings }, line] = [await keptSite(db, deps), await announcedLine(db, deps)];
  return { ...settings.brand, announces: line !== null };
};
