import { roleNames } from '@ronghui/domain/member';
import { BlobPicture, Menu } from '@ronghui/ui';
import type { JSX } from 'react';
import { switchTenant } from '#features/tenant/switch-tenant.ts';
import { currentTenant, tenantNameOf } from '#features/tenant/tenant-names.ts';
import { useTenantLogo } from '#features/tenant/tenant-record-queries.ts';
import { useUser } from '#kernel/start-up.ts';
import css from './tenant-menu.module.css';

/** The merchant that the user acts for, and the others that they may act for instead. @source R10.9 */
export const TenantMenu = (): JSX.Element | null => {
  const user = useUser();
  const logo = useTenantLogo();
  if (user === null) return null;
  const name = (
    <>
      {logo === undefined ? null : <BlobPicture blob={logo} alt="" className={css.logo} />}
      <span className={css.name}>{tenantNameOf(currentTenant(user))}</span>
    </>
  );
  if (user.tenants.length < 2) return <span className={css.alone}>{name}</span>;
  return (
    <Menu
      label={name}
      heading="切换商户"
      items={user.tenants.map((tenant) => ({
        label: `${tenantNameOf(tenant)} · ${roleNames[tenant.role]}`,
        current: tenant.tenantId === user.tenantId,
        onSelect: () => {
          if (tenant.tenantId !== user.tenantId) void switchTenant(tenant.tenantId);
        },
      }))}
    />
  );
};
