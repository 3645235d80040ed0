import { errorText } from '@ronghui/client';
import { authorizationStatuses, authorizationStatusNames } from '@ronghui/domain/authorization';
import {
  Button,
  CardList,
  type Column,
  DataTable,
  DateTime,
  EmptyState,
  FilterBar,
  type FilterField,
  PageHead,
  PageState,
  Pagination,
  RowCard,
  Skeleton,
} from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { type ListState, useListState } from '@ronghui/web/state/list-state';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { AuthorizationDrawer } from './authorization-drawer.tsx';
import { type Authorization, type AuthorizationFilterName, exportAuthorizations, useAuthorizations } from './authorization-queries.ts';
import { AuthorizationTag } from './authorization-tag.tsx';

type List = ListState<AuthorizationFilterName>;

const validTo = ({ validTo: until }: Authorization): JSX.Element =>
  until === null ? <>撤回为止</> : <DateTime value={until} precision="date" />;

const columns: readonly Column<Authorization>[] = [
  { key: 'title', title: '授权事项', cell: ({ title }) => `《${title}》`, fixed: true },
  { key: 'purpose', title: '用途', cell: ({ purpose }) => purpose, optional: true },
  { key: 'org', title: '机构', cell: ({ orgName }) => orgName ?? '—' },
  { key: 'product', title: '产品', cell: ({ productName }) => productName ?? '—' },
  { key: 'grantedBy', title: '授权人', cell: ({ grantedBy }) => grantedBy },
  { key: 'grantedAt', title: '授权时间', cell: ({ grantedAt }) => <DateTime value={grantedAt} /> },
  { key: 'validTo', title: '有效期至', cell: validTo },
  { key: 'status', title: '状态', cell: ({ status }) => <AuthorizationTag status={status} />, fixed: true },
];

const filterNames: readonly AuthorizationFilterName[] = ['status', 'orgId'];
const keyOf = ({ recordId }: Authorization): string => recordId;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: authorizationStatuses.map((value) => ({ value, label: authorizationStatusNames[value] })),
  },
];

/** The consent ledger: what was agreed to, withdrawn as easily as it was given, and taken along. @source R10.6 */
export const AuthorizationPage = (): JSX.Element => {
  const pageType = usePageType();
  const list = useListState(filterNames);
  return (
    <>
      <PageHead
        pageType={pageType}
        title="授权记录"
        sub="您同意过的每一件事都在这里，随时可以查看当时的原文，也随时可以撤回。"
        actions={<ExportButton list={list} />}
      />
      <FilterBar pageType={pageType} fields={fields} values={list.values} onApply={list.apply} />
      {list.values.orgId === '' ? null : (
        <p>
          只看一个机构的授权。
          <Button size="small" variant="ghost" onClick={() => list.apply({ orgId: '' })}>
            看全部机构
          </Button>
        </p>
      )}
      {pageType === 'H5' ? <Cards list={list} /> : <Table list={list} />}
      {list.open === null ? null : (
        <AuthorizationDrawer
          key={list.open}
          recordId={list.open}
          onClose={list.close}
          onOrg={(orgId) => list.apply({ orgId })}
        />
      )}
    </>
  );
};

const ExportButton = ({ list }: { list: List }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await exportAuthorizations(list.filter));
    } catch (error) {
      showError('authorization.download', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} onClick={() => void save()}>
      导出
    </Button>
  );
};

const Nothing = ({ list }: { list: List }): JSX.Element =>
  Object.keys(list.filter).length > 0 ? (
    <EmptyState
      kind="search"
      title="没有符合条件的授权"
      action={<Button onClick={() => list.apply({ status: '', orgId: '' })}>清除条件</Button>}
    />
  ) : (
    <EmptyState title="还没有授权记录" text="注册、下单、认证时同意的每一项，都会在这里留下一条。" />
  );

const Table = ({ list }: { list: List }): JSX.Element => {
  const { page } = useAuthorizations(list, true);
  return (
    <PageState
      state={queryStatus('authorization.page', page, ({ items }) => items.length === 0 && list.page === 1)}
      loading={<Skeleton shape="row" count={8} />}
      empty={<Nothing list={list} />}
      onRetry={() => void page.refetch()}
    >
      {({ items, total = 0 }) => (
        <DataTable
          name="authorizations"
          label="授权记录"
          columns={columns}
          rows={items}
          keyOf={keyOf}
          hrefOf={({ recordId }) => list.openHref(recordId)}
          openKey={list.open}
          busy={page.isFetching}
          summary={`共 ${total.toLocaleString('en-US')} 条`}
          foot={
            total <= 10 ? null : (
              <Pagination
                page={list.page}
                pageSize={list.pageSize}
                total={Math.min(total, 10_000)}
                onPageChange={list.goTo}
                onPageSizeChange={list.setPageSize}
              />
            )
          }
        />
      )}
    </PageState>
  );
};

const Cards = ({ list }: { list: List }): JSX.Element => {
  const { cards } = useAuthorizations(list, false);
  return (
    <PageState
      state={queryStatus('authorization.page', cards, (pages) => pages[0]?.items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={<Nothing list={list} />}
      onRetry={() => void cards.refetch()}
    >
      {(pages) => (
        <CardList
          label="授权记录"
          rows={pages.flatMap(({ items }) => items)}
          keyOf={keyOf}
          hrefOf={({ recordId }) => list.openHref(recordId)}
          hasMore={cards.hasNextPage}
          busy={cards.isFetching}
          failure={cards.error === null ? null : errorText('authorization.page', cards.error)}
          onMore={() => void cards.fetchNextPage()}
        >
          {(record) => (
            <RowCard
              title={`《${record.title}》`}
              tag={<AuthorizationTag status={record.status} />}
              facts={[
                { label: '用途', value: record.purpose },
                ...(record.orgName === undefined ? [] : [{ label: '机构', value: record.orgName }]),
                ...(record.productName === undefined ? [] : [{ label: '产品', value: record.productName }]),
                { label: '有效期至', value: validTo(record) },
              ]}
              note={<DateTime value={record.grantedAt} />}
            />
          )}
        </CardList>
      )}
    </PageState>
  );
};
