import type { Db } from '#kernel/db';

/** A tenant's own record. Primary key; the row-level security shows no other. */
export const findTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenant')
    .select(['tenant_id', 'name', 'uscc', 'industry', 'province_code', 'city_code', 'address'])
    .select(['contact_name', 'contact_email', 'logo_file_id', 'second_approver', 'certification_status', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
