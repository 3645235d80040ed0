import type { Db, Tx } from '#kernel/database/db';
import { columnsOf } from '#kernel/database/listed-rows.sql';

/** A title as it is stored: the bank account sealed, and its end for display. */
export interface StoredTitle {
  readonly name: string;
  readonly taxNo: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly bankName: string | null;
  readonly bankAccountSealed: Buffer | null;
  readonly bankAccountMasked: string | null;
}

/** The title that a tenant saved, and the tenant's name. By the primary keys. */
export const findSavedTitle = async (
  db: Db,
  tenantId: string,
): Promise<{ readonly tenantName: string; readonly saved: StoredTitle | null }> => {
  const row = await db
    .selectFrom('tenant as t')
    .leftJoin('invoice_title as i', 'i.tenant_id', 't.tenant_id')
    .select(['t.name as tenant_name', 'i.name', 'i.tax_no', 'i.address', 'i.phone', 'i.bank_name'])
    .select(['i.bank_account_sealed', 'i.bank_account_masked'])
    .where('t.tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined || row.name === null) return { tenantName: row?.tenant_name ?? '', saved: null };
  const saved: StoredTitle = {
    name: row.name,
    taxNo: row.tax_no,
    address: row.address,
    phone: row.phone,
    bankName: row.bank_name,
    bankAccountSealed: row.bank_account_sealed,
    bankAccountMasked: row.bank_account_masked,
  };
  return { tenantName: row.tenant_name, saved };
};

/** Stores the title of a tenant, the first or another one. */
export const storeTitle = async (tx: Tx, tenantId: string, title: StoredTitle): Promise<void> => {
  const columns = columnsOf('invoice_title', title);
  await tx
    .insertInto('invoice_title')
    .values({ tenant_id: tenantId, ...columns })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((eb) => ({ ...columns, updated_at: eb.fn('app_now', []) })),
    )
    .execute();
};
