import { builtOnce, type Db } from '#kernel/db';

const tenantRows = builtOnce((db, tenantId: string) =>
  db
    .selectFrom('tenant')
    .select(['tenant_id', 'name', 'uscc', 'industry', 'province_code', 'city_code', 'address'])
    .select(['contact_name', 'contact_email', 'logo_file_id', 'second_approver', 'certification_status', 'version'])
    .where('tenant_id', '=', tenantId),
);

/** A tenant's own record. Primary key; the row-level security shows no other. */
export const findTenant = async (db: Db, tenantId: string) => (await tenantRows(db, tenantId))[0];
