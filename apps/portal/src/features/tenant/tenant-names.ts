import type { User } from '#kernel/start-up.ts';

/** The text in place of a missing tenant name. */
const namelessTenant = '未命名商户';

/** The name of a tenant on screens. */
export const tenantNameOf = (tenant: { readonly name: string } | undefined): string => tenant?.name || namelessTenant;

/** The tenant that the user acts for. */
export const currentTenant = ({ tenants, tenantId }: User): User['tenants'][number] | undefined =>
  tenants.find((tenant) => tenant.tenantId === tenantId);
