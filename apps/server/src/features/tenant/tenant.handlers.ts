import type { Output, tenantOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/context';
import { Refusal } from '#kernel/refusal';
import { findTenant } from './tenant.sql.ts';

/** The tenant's own record (R10.7). */
export const tenantHandlers: HandlersFor<typeof tenantOperations> = {
  'tenant.get': async (_input, { db, tenantId }) => {
    const row = await findTenant(db, tenantId);
    if (row === undefined) throw new Refusal('RHSY404');
    return {
      tenantId: row.tenant_id,
      name: row.name,
      uscc: row.uscc,
      industry: row.industry,
      provinceCode: row.province_code,
      cityCode: row.city_code,
      address: row.address,
      contactName: row.contact_name,
      contactEmail: row.contact_email,
      logoFileId: row.logo_file_id,
      secondApprover: row.second_approver,
      // The check constraint holds the contract's words.
      certificationStatus: row.certification_status as Output<'tenant.get'>['certificationStatus'],
      version: row.version,
    };
  },
};
