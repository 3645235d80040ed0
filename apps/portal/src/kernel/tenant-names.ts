import type { User } from './start-up.ts';

/** What a tenant is called that has no name yet. */
const namelessTenant = '未命名商户';

/** The name of a tenant as screens show it. */
export const tenantNameOf = (tenant: { readonly name: string } | undefined): string => tenant?.name || namelessTenant;

/** The tenant that the user acts for. */
export const presentTenant = ({ tenants, tenantId }: User): User['tenants'][number] | undefined =>
  tenants.find((tenant) => tenant.tenantId === tenantId);

/** What each role is called. @source R6.1 */
export const roleNames: Readonly<Record<User['role'], string>> = {
  owner: '主账号',
  finance: '财务',
  viewer: '只读成员',
};
