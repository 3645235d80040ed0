import type { JSX } from 'react';
import { Button } from '../../widgets/button/button.tsx';
import { EmptyState } from '../../widgets/empty-state/empty-state.tsx';
import { PageState, type PageStatus } from '../../widgets/page-state/page-state.tsx';
import { BatchBar } from './batch-bar.tsx';
import { ListAnnouncer } from './list-announcer.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListRows } from './list-rows.tsx';
import type { ListSectionProps } from './list-section-props.ts';
import { ListSums } from './list-sums.tsx';
import type { ListView } from './list-view.ts';
import { StaleLine } from './stale-line.tsx';

/** A list without a page head, for a part of a page. */
export function ListSection<Row>(props: ListSectionProps<Row>): JSX.Element {
  const { list, fields, onMoreFields, note, sums, selection, unit } = props;
  const { rows } = list;
  const isEmpty = rows.status === 'ready' && rows.data.length === 0;
  const isFirstPage = list.pages === undefined || list.pages.page === 1;
  // A queue shows a part even without a filter: that nothing waits does not mean that there is nothing.
  const isQueue = fields?.some((field) => field.kind === 'chips' && field.unset !== undefined) ?? false;
  const hasNothing = isEmpty && isFirstPage && !list.isFiltered && !isQueue;
  const state: PageStatus<readonly Row[]> = isEmpty ? { status: 'empty' } : rows;
  return (
    <>
      <ListAnnouncer list={list} unit={unit} chosen={selection?.chosen.size ?? 0} />
      {fields === undefined ? null : (
        <ListFilter
          list={list}
          fields={fields}
          onMore={onMoreFields}
          hidden={hasNothing || rows.status === 'forbidden'}
        />
      )}
      {note}
      {sums !== undefined && (rows.status === 'loading' || (rows.status === 'ready' && !isEmpty)) ? (
        <ListSums sums={sums} />
      ) : null}
      <div role="status">
        {rows.status === 'ready' && rows.stale !== undefined ? (
          <StaleLine {...rows.stale} onRetry={list.retry} />
        ) : null}
      </div>
      <PageState
        state={state}
        loading={<ListRows {...props} rows={undefined} />}
        empty={isFirstPage ? <Nothing {...props} /> : <BeyondTheEnd list={list} />}
        onRetry={list.retry}
      >
        {(data) => <ListRows {...props} rows={data} />}
      </PageState>
      {selection !== undefined && selection.chosen.size > 0 ? (
        <BatchBar
          {...selection}
          unit={unit}
          count={selection.chosen.size}
          onCancel={() => selection.onChosenChange(new Map())}
        />
      ) : null}
    </>
  );
}

function Nothing<Row>({ list, label, empty }: ListSectionProps<Row>): JSX.Element {
  return list.isFiltered ? (
    <EmptyState
      kind="search"
      title={`没有符合条件的${label}`}
      action={<Button onClick={list.clear}>清除条件</Button>}
    />
  ) : (
    <EmptyState {...empty} />
  );
}

/** The page number in the address is beyond the end of the list. */
function BeyondTheEnd<Row>({ list: { pages } }: { list: ListView<Row> }): JSX.Element {
  return (
    <EmptyState
      kind="search"
      title="这一页没有内容"
      action={<Button onClick={() => pages?.onPageChange(1)}>回到第一页</Button>}
    />
  );
}
