import type { JSX } from 'react';
import { useUser } from '#kernel/start-up.ts';
import css from './tenant-menu.module.css';

/** The merchant that the user acts for. @source R10.9 */
export const TenantMenu = (): JSX.Element | null => {
  const user = useUser();
  const tenant = user?.tenants.find(({ tenantId }) => tenantId === user.tenantId);
  if (tenant === undefined) return null;
  return <span className={css.name}>{tenant.name || '未命名商户'}</span>;
};
