import { errorText } from '@ronghui/client';
import { noticeKindNames, noticeKinds } from '@ronghui/domain/notice';
import {
  Button,
  Card,
  CardList,
  EmptyState,
  FilterBar,
  type FilterField,
  PageHead,
  PageState,
  Pagination,
  Skeleton,
} from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { type ListState, useListState } from '@ronghui/web/state/list-state';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { unreadStore } from './unread.ts';
import { NoticeItem } from './notice-item.tsx';
import css from './notice-page.module.css';
import { type NoticeFilterName, readNotices, useNotices } from './notice-queries.ts';
import { NoticeSettingsDrawer } from './notice-settings.tsx';

type List = ListState<NoticeFilterName>;

const filterNames: readonly NoticeFilterName[] = ['unread', 'kind'];
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'unread',
    label: '已读未读',
    options: [
      { value: '1', label: '未读' },
      { value: '0', label: '已读' },
    ],
  },
  {
    kind: 'select',
    name: 'kind',
    label: '类别',
    options: noticeKinds.map((value) => ({ value, label: noticeKindNames[value] })),
  },
];

/** What the merchant is told: of steps that wait on them, of their tenant, of the safety of their account. @source R10.11 */
export const NoticePage = (): JSX.Element => {
  const pageType = usePageType();
  const list = useListState(filterNames);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <PageHead
        pageType={pageType}
        title="通知"
        sub="需要您处理的事、与您的商户和账号有关的变化，都会告诉您。"
        actions={
          <>
            <ReadAll />
            <Button size="small" onClick={() => setAsks(true)}>
              通知设置
            </Button>
          </>
        }
      />
      <FilterBar pageType={pageType} fields={fields} values={list.values} onApply={list.apply} />
      {pageType === 'H5' ? <Cards list={list} /> : <Pages list={list} />}
      {asks ? <NoticeSettingsDrawer onClose={() => setAsks(false)} /> : null}
    </>
  );
};

const ReadAll = (): JSX.Element => {
  const unread = unreadStore.use();
  const [busy, setBusy] = useState(false);
  const read = async (): Promise<void> => {
    setBusy(true);
    try {
      await readNotices();
      showToast('ok', '已全部标为已读');
    } catch (error) {
      showError('notice.read', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} disabled={unread === 0} onClick={() => void read()}>
      全部标为已读
    </Button>
  );
};

const Nothing = ({ list }: { list: List }): JSX.Element =>
  Object.keys(list.filter).length > 0 ? (
    <EmptyState
      kind="search"
      title="没有符合条件的通知"
      action={<Button onClick={() => list.apply({ unread: '', kind: '' })}>清除条件</Button>}
    />
  ) : (
    <EmptyState title="还没有通知" text="订单审核、付款、开通、到期，授权到期，账号安全的变化，都会出现在这里。" />
  );

const Pages = ({ list }: { list: List }): JSX.Element => {
  const { page } = useNotices(list, true);
  return (
    <PageState
      state={queryStatus('notice.page', page, ({ items }) => items.length === 0 && list.page === 1)}
      loading={<Skeleton shape="row" count={8} />}
      empty={<Nothing list={list} />}
      onRetry={() => void page.refetch()}
    >
      {({ items, total = 0 }) => (
        <>
          <Card>
            <ul className={css.list} aria-label="通知" aria-busy={page.isFetching}>
              {items.map((notice) => (
                <li key={notice.noticeId} className={css.row}>
                  <NoticeItem notice={notice} />
                </li>
              ))}
            </ul>
          </Card>
          {total <= 10 ? null : (
            <Pagination
              page={list.page}
              pageSize={list.pageSize}
              total={Math.min(total, 10_000)}
              onPageChange={list.goTo}
              onPageSizeChange={list.setPageSize}
            />
          )}
        </>
      )}
    </PageState>
  );
};

const Cards = ({ list }: { list: List }): JSX.Element => {
  const { cards } = useNotices(list, false);
  return (
    <PageState
      state={queryStatus('notice.page', cards, (pages) => pages[0]?.items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={<Nothing list={list} />}
      onRetry={() => void cards.refetch()}
    >
      {(pages) => (
        <CardList
          label="通知"
          rows={pages.flatMap(({ items }) => items)}
          keyOf={({ noticeId }) => noticeId}
          hasMore={cards.hasNextPage}
          busy={cards.isFetching}
          failure={cards.error === null ? null : errorText('notice.page', cards.error)}
          onMore={() => void cards.fetchNextPage()}
        >
          {(notice) => <NoticeItem notice={notice} />}
        </CardList>
      )}
    </PageState>
  );
};
