import { roleNames } from '@ronghui/domain/member';
import { BlobPicture, Button, Card, ChevronRightIcon, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import { signOut } from '#features/account/account.shared.ts';
import { currentTenant, switchTenant, tenantNameOf, useTenantLogo } from '#features/tenant/tenant.shared.ts';
import { useAreaEntries } from '#kernel/area-entries.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { EntryGrid } from './entry-grid.tsx';
import css from './hub.module.css';

/** 我的 on a phone: the user, to-dos (`children`), every page of the area, the other tenants, what happened lately (`after`), and the logout. @source ux "Merchant area" */
export const Hub = ({ children, after }: { children: ReactNode; after: ReactNode }): JSX.Element | null => {
  const user = useUser();
  const logo = useTenantLogo();
  const groups = useAreaEntries()
    .map(({ title, items }) => ({ title, items: items.filter(({ current }) => !current) }))
    .filter(({ items }) => items.length > 0);
  if (user === null) return null;
  const others = user.tenants.filter(({ tenantId }) => tenantId !== user.tenantId);
  return (
    <div className={css.hub}>
      <div className={css.head}>
        <div>
          <h1 className={css.tenant}>{tenantNameOf(currentTenant(user))}</h1>
          <p className={css.user}>
            {user.name ? `${user.name} · ${user.mobileMasked}` : user.mobileMasked}
            <Tag tone="info">{roleNames[user.role]}</Tag>
          </p>
        </div>
        {logo === undefined ? null : <BlobPicture blob={logo} alt="" className={css.logo} />}
      </div>
      {children}
      {groups.map((group) => (
        <Card key={group.title} title={group.title}>
          <EntryGrid entries={group.items} />
        </Card>
      ))}
      {others.length === 0 ? null : (
        <Card title="切换商户">
          <ul className={css.tenants}>
            {others.map(({ tenantId, name, role }) => (
              <li key={tenantId}>
                <button type="button" className={css.other} onClick={() => void switchTenant(tenantId)}>
                  <span>{tenantNameOf({ name })}</span>
                  <span className={css.role}>{roleNames[role]}</span>
                  <ChevronRightIcon size={16} />
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="帮助">
        <EntryGrid entries={[{ name: 'service', label: '联系客服', href: href(paths.chat()) }]} />
      </Card>
      {after}
      <Button block onClick={() => void signOut()}>
        退出登录
      </Button>
    </div>
  );
};
