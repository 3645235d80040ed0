import { Button, Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import { switchTenant } from '#features/tenant/switch-tenant.ts';
import { elsewhereStore, followElsewhere, useUser } from '#kernel/start-up.ts';
import css from './switched-notice.module.css';

/** Says that another tab has switched to another tenant, and goes on as either of them. @source R10.9 */
export const SwitchedNotice = (): JSX.Element | null => {
  const user = useUser();
  const next = elsewhereStore.use()?.user ?? null;
  if (user === null || next === null) return null;
  const nameOf = (id: string) => user.tenants.find(({ tenantId }) => tenantId === id)?.name || '未命名商户';
  const [own, other] = [nameOf(user.tenantId), nameOf(next.tenantId)];
  return (
    <div role="alert" className={css.notice}>
      <Callout tone="warn">
        您已在另一个页面切换到「{other}」。本页显示的仍是「{own}」，在这里提交的内容不会生效。
        <span className={css.choice}>
          <Button size="small" onClick={followElsewhere}>
            以「{other}」继续
          </Button>
          <Button size="small" onClick={() => void switchTenant(user.tenantId)}>
            切回「{own}」
          </Button>
        </span>
      </Callout>
    </div>
  );
};
