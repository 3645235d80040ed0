import { errorText } from '@ronghui/client';
import { orderStatuses, orderStatusNames } from '@ronghui/domain/order';
import {
  Button,
  CardList,
  DataTable,
  EmptyState,
  FilterBar,
  type FilterField,
  PageHead,
  PageState,
  Pagination,
  Skeleton,
} from '@ronghui/ui';
import type { JSX } from 'react';
import { type ListState, useListState } from '@ronghui/web/state/list-state';
import { usePageType } from '@ronghui/web/screen/page-type';
import { href } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { OrderDrawer } from './order-drawer.tsx';
import { type Order, type OrderFilterName, useOrders, useProductNames } from './order-queries.ts';
import { OrderCard, orderColumns } from './order-rows.tsx';

type List = ListState<OrderFilterName>;

const filterNames: readonly OrderFilterName[] = ['status', 'pid', 'orderNo', 'from', 'to'];
const keyOf = ({ orderNo }: Order): string => orderNo;

/** The tenant's orders: what they are, where each stands, and what can be done. @source R10.2, ux "Merchant area" */
export const OrderListPage = (): JSX.Element => {
  const pageType = usePageType();
  const list = useListState(filterNames);
  const products = useProductNames(list.values.pid);
  const fields: readonly FilterField[] = [
    {
      kind: 'chips',
      name: 'status',
      label: '状态',
      options: orderStatuses.map((value) => ({ value, label: orderStatusNames[value] })),
    },
    { kind: 'text', name: 'orderNo', label: '订单号', placeholder: '完整的订单号，或它的开头', maxLength: 40 },
    { kind: 'select', name: 'pid', label: '产品', options: products },
    { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
  ];
  return (
    <>
      <PageHead
        pageType={pageType}
        title="我的订单"
        actions={
          pageType === 'H5' ? undefined : (
            <Button size="small" variant="primary" href={href(paths.products())}>
              选购产品
            </Button>
          )
        }
      />
      <FilterBar pageType={pageType} fields={fields} values={list.values} onApply={list.apply} />
      {pageType === 'H5' ? <Cards list={list} /> : <Table list={list} />}
      {list.open === null ? null : <OrderDrawer key={list.open} orderNo={list.open} onClose={list.close} />}
    </>
  );
};

const Nothing = ({ list }: { list: List }): JSX.Element =>
  Object.keys(list.filter).length > 0 ? (
    <EmptyState
      kind="search"
      title="没有符合条件的订单"
      action={
        <Button onClick={() => list.apply(Object.fromEntries(filterNames.map((name) => [name, ''])))}>清除条件</Button>
      }
    />
  ) : (
    <EmptyState
      title="还没有订单"
      text="选好产品和规格，下单之后在这里跟进每一步。"
      action={
        <Button variant="primary" href={href(paths.products())}>
          看看产品
        </Button>
      }
    />
  );

const Table = ({ list }: { list: List }): JSX.Element => {
  const { page } = useOrders(list, true);
  return (
    <PageState
      state={queryStatus('order.page', page, ({ items }) => items.length === 0 && list.page === 1)}
      loading={<Skeleton shape="row" count={8} />}
      empty={<Nothing list={list} />}
      onRetry={() => void page.refetch()}
    >
      {({ items, total = 0, totalIsExact = true }) => (
        <DataTable
          name="orders"
          label="订单"
          columns={orderColumns}
          rows={items}
          keyOf={keyOf}
          hrefOf={({ orderNo }) => list.openHref(orderNo)}
          openKey={list.open}
          busy={page.isFetching}
          summary={`共 ${total.toLocaleString('en-US')}${totalIsExact ? '' : ' 多'} 笔订单`}
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
  const { cards } = useOrders(list, false);
  return (
    <PageState
      state={queryStatus('order.page', cards, (pages) => pages[0]?.items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={<Nothing list={list} />}
      onRetry={() => void cards.refetch()}
    >
      {(pages) => (
        <CardList
          label="订单"
          rows={pages.flatMap(({ items }) => items)}
          keyOf={keyOf}
          hrefOf={({ orderNo }) => list.openHref(orderNo)}
          hasMore={cards.hasNextPage}
          busy={cards.isFetching}
          failure={cards.error === null ? null : errorText('order.page', cards.error)}
          onMore={() => void cards.fetchNextPage()}
        >
          {(order) => <OrderCard order={order} />}
        </CardList>
      )}
    </PageState>
  );
};
