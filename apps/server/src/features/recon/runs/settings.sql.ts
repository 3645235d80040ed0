import { fen } from '@ronghui/domain/money';
import type { ReconSettings } from '@ronghui/domain/recon';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { settingsOf } from './run.sql.ts';

/** What a tenant tolerates as it is stored; undefined before anything was. */
export const findSettings = async (db: Db, tenantId: string) => {
  const row = await db.selectFrom('recon_setting').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : { ...settingsOf(row), version: row.version };
};

/** Stores what a tenant tolerates over the version that was read; false where somebody else was first. */
export const storeSettings = async (
  tx: Tx,
  tenantId: string,
  { settings, version }: { readonly settings: ReconSettings; readonly version: number },
): Promise<boolean> => {
  const values = {
    amount_tolerance_fen: settings.amountTolerance,
    amount_rate_millionths: settings.amountRate,
    day_tolerance: settings.dayTolerance,
  };
  if (version === 0) {
    const added = await tx
      .insertInto('recon_setting')
      .values({ tenant_id: tenantId, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('recon_setting')
    .set({ ...values, updated_at: sql<Date>`app_now()`, version: version + 1 })
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The default settings, as the columns have them. */
export const standardSettings: ReconSettings = {
  amountTolerance: fen(0),
  amountRate: 0 as ReconSettings['amountRate'],
  dayTolerance: 3,
};
