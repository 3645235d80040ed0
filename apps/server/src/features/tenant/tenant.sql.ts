import { sql } from 'kysely';
import { builtOnce, type Db, type Tx } from '#kernel/database/db';

const shown = ['tenant_id', 'name', 'uscc', 'industry', 'province_code', 'city_code', 'address'] as const;
const edited = [
  'contact_name',
  'contact_email',
  'logo_file_id',
  'second_approver',
  'certification_status',
  'version',
] as const;

const tenantRows = builtOnce((db, tenantId: string) =>
  db
    .selectFrom('tenant')
    .select([...shown, ...edited])
    .where('tenant_id', '=', tenantId),
);

/** A tenant's own record. Primary key; the row-level security shows no other. */
export const findTenant = async (db: Db, tenantId: string) => (await tenantRows(db, tenantId))[0];

/** The record as it is stored. */
export type TenantRow = NonNullable<Awaited<ReturnType<typeof findTenant>>>;

/** The same, held until the transaction ends. */
export const lockTenant = (tx: Tx, tenantId: string): Promise<TenantRow | undefined> =>
  tx
    .selectFrom('tenant')
    .select([...shown, ...edited])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();

/** What the tenant itself may change. */
export type TenantChanges = Partial<
  Pick<
    TenantRow,
    | 'industry'
    | 'province_code'
    | 'city_code'
    | 'address'
    | 'contact_name'
    | 'contact_email'
    | 'logo_file_id'
    | 'second_approver'
  >
>;

/** Stores changes and moves the version on. Primary key. */
export const updateTenant = (tx: Tx, tenantId: string, changes: TenantChanges): Promise<TenantRow> =>
  tx
    .updateTable('tenant')
    .set({ ...changes, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .returning([...shown, ...edited])
    .executeTakeFirstOrThrow();

/** The tenant that opens at the user's next login. */
export const updateLastTenant = async (tx: Tx, userId: string, tenantId: string): Promise<void> => {
  await tx.updateTable('user_account').set({ last_tenant_id: tenantId }).where('user_id', '=', userId).execute();
};
