import type { CertificationStatus } from '@ronghui/domain/certification';
import type { CertificationForm } from '@ronghui/domain/certification-form';
import { sql } from 'kysely';
import { builtOnce, type Db, type Tx } from '#kernel/database/db';
import { asksSecondApprover } from './tenant.reads.ts';

const shown = ['tenant_id', 'name', 'uscc', 'industry', 'province_code', 'city_code', 'address'] as const;

const edited = [
  'contact_name',
  'contact_email',
  'logo_file_id',
  'second_approver_until',
  'certification_status',
  'version',
] as const;

const tenantRows = builtOnce((db, tenantId: string) =>
  db
    .selectFrom('tenant')
    .select([...shown, ...edited, asksSecondApprover('tenant')])
    .where('tenant_id', '=', tenantId),
);

/** A tenant's own record. Primary key; the row-level security shows no other. */
export const findTenant = async (db: Db, tenantId: string) => (await tenantRows(db, tenantId))[0];

/** The record as it is stored. */
export type TenantRow = NonNullable<Awaited<ReturnType<typeof findTenant>>>;

/** The same, locked until the transaction ends. */
export const lockTenant = (tx: Tx, tenantId: string): Promise<TenantRow | undefined> =>
  tx
    .selectFrom('tenant')
    .select([...shown, ...edited, asksSecondApprover('tenant')])
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
    | 'second_approver_until'
  >
>;

/** Stores changes and increments the version. Primary key. */
export const updateTenant = (tx: Tx, tenantId: string, changes: TenantChanges): Promise<TenantRow> =>
  tx
    .updateTable('tenant')
    .set({ ...changes, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .returning([...shown, ...edited, asksSecondApprover('tenant')])
    .executeTakeFirstOrThrow();

/** Adds a tenant that this user owns. */
export const insertTenantOf = async (
  tx: Tx,
  { userId, tenantId, tenantName }: { readonly userId: string; readonly tenantId: string; readonly tenantName: string },
): Promise<void> => {
  await tx.insertInto('tenant').values({ tenant_id: tenantId, name: tenantName }).execute();
  await tx.insertInto('member').values({ tenant_id: tenantId, user_id: userId, role: 'owner' }).execute();
};

/** Adds tenants without members, for measurements at scale; those that are there stay. */
export const insertBareTenants = async (
  tx: Tx,
  tenants: readonly { readonly tenantId: string; readonly name: string }[],
): Promise<void> => {
  await tx
    .insertInto('tenant')
    .values(tenants.map(({ tenantId, name }) => ({ tenant_id: tenantId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Sets the proved name and code of the tenant, and its place and address if both are empty. The version changes,
 * so that an editor with the record open gets a conflict on saving (R10.7).
 */
export const updateCertifiedTenant = async (tx: Tx, tenantId: string, form: CertificationForm): Promise<void> => {
  const isPlaceEmpty = sql`province_code is null and city_code is null and address is null`;
  await sql`
    update tenant set name = ${form.companyName ?? ''}, uscc = ${form.uscc ?? null}, version = version + 1,
      province_code = case when ${isPlaceEmpty} then ${form.provinceCode ?? null} else province_code end,
      city_code = case when ${isPlaceEmpty} then ${form.cityCode ?? null} else city_code end,
      address = case when ${isPlaceEmpty} then ${form.address ?? null} else address end
    where tenant_id = ${tenantId}`.execute(tx);
};

/** Sets the certification status on the tenant's record. Primary key. */
export const updateCertificationStatus = async (
  tx: Tx,
  tenantId: string,
  status: CertificationStatus,
): Promise<void> => {
  await tx
    .updateTable('tenant')
    .set({ certification_status: status, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .execute();
};
