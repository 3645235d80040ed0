import { roleNames } from '@ronghui/domain/member';
import { Button, Card, PageHead, PageState, Skeleton, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { currentTenant, tenantNameOf } from '#features/tenant/tenant.shared.ts';
import { useAreaEntries } from '#kernel/area-entries.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { EntryGrid } from './entry-grid.tsx';
import { Figures } from './figures.tsx';
import css from './home-page.module.css';
import { useSummary } from './home-queries.ts';
import { Hub } from './hub.tsx';
import { TodoList } from './todo-list.tsx';

/** The first page of the merchant area: to-dos, and the figures of each noun; on H5 the hub of 我的. @source R10.1, ux "Merchant area" */
export const HomePage = (): JSX.Element | null => {
  const pageType = usePageType();
  const user = useUser();
  const summary = useSummary();
  if (user === null) return null;
  const tenant = tenantNameOf(currentTenant(user));
  const body = (
    <PageState
      state={queryStatus('home.summary', summary)}
      loading={<Skeleton shape="card" count={2} />}
      empty={null}
      onRetry={() => void summary.refetch()}
    >
      {(data) => (
        <div className={css.columns}>
          <div className={css.side}>
            <TodoList todos={data.todos} />
            {pageType === 'PC' ? <Shortcuts /> : null}
          </div>
          <div className={css.side}>
            <Figures summary={data} />
          </div>
        </div>
      )}
    </PageState>
  );
  if (pageType === 'H5') return <Hub>{body}</Hub>;
  return (
    <>
      <PageHead
        pageType={pageType}
        title={tenant}
        sub={
          <>
            {user.name || user.mobileMasked} <Tag tone="info">{roleNames[user.role]}</Tag>
          </>
        }
        actions={
          <Button size="small" variant="primary" href={href(paths.products())}>
            选购产品
          </Button>
        }
      />
      {body}
    </>
  );
};

/** Links to the most used pages. */
const Shortcuts = (): JSX.Element => {
  const entries = useAreaEntries()
    .flatMap(({ items }) => items)
    .filter(({ current }) => !current);
  const products = { name: 'products', label: '选购产品', href: href(paths.products()) };
  return (
    <Card title="常用功能">
      <EntryGrid entries={[products, ...entries]} />
    </Card>
  );
};
