import type { User } from '#kernel/start-up.ts';

/** What a tenant is called that has no name yet. */
const namelessTenant = '未命名商户';

/** The name of a tenant as screens show it. */
export const tenantNameOf = (tenant: { readonly name: string } | undefined): string => tenant?.name || namelessTenant;

/** The tenant that the user acts for. */
export const presentTenant = ({ tenants, tenantId }: User): User['tenants'][number] | undefined =>
  tenants.find((tenant) => tenant.tenantId === tenantId);
