import type { Maintenance } from '@ronghui/domain/maintenance';
import type { Db } from '#kernel/database/db';
import type { KeepContent } from '#kernel/ports';
import { findMaintenance } from './maintenance.sql.ts';

/** What is set, for what every call and page looks at: read once until it is set again, and once a minute. */
export const keptMaintenance = (db: Db, { keepContent }: { readonly keepContent: KeepContent }): Promise<Maintenance> =>
  keepContent('maintenance', () => findMaintenance(db));
