import { errorText } from '@ronghui/client';
import { roleNames } from '@ronghui/domain/member';
import {
  CardList,
  type Column,
  DataTable,
  DateTime,
  EmptyState,
  PageState,
  Pagination,
  RowCard,
  Skeleton,
  Tag,
  type Tone,
} from '@ronghui/ui';
import type { JSX } from 'react';
import { useListState } from '@ronghui/web/state/list-state';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { MemberActions } from './member-actions.tsx';
import css from './members.module.css';
import { type Member, useMembers } from './tenant-queries.ts';

const tones: Readonly<Record<Member['role'], Tone>> = { owner: 'warn', finance: 'info', viewer: 'neutral' };

const RoleTag = ({ role }: Pick<Member, 'role'>): JSX.Element => <Tag tone={tones[role]}>{roleNames[role]}</Tag>;

const nameOf = ({ name, mobileMasked, isSelf }: Member): string => `${name || mobileMasked}${isSelf ? '（我）' : ''}`;

const columns: readonly Column<Member>[] = [
  { key: 'name', title: '成员', cell: nameOf, fixed: true },
  { key: 'mobile', title: '手机号', cell: ({ mobileMasked }) => mobileMasked },
  { key: 'role', title: '角色', cell: ({ role }) => <RoleTag role={role} /> },
  { key: 'joinedAt', title: '加入时间', cell: ({ joinedAt }) => <DateTime value={joinedAt} /> },
  { key: 'actions', title: '操作', cell: (member) => <MemberActions member={member} />, fixed: true },
];

const keyOf = ({ memberId }: Member): string => memberId;
const empty = <EmptyState title="还没有其他成员" />;

/** The members: a table on PC, cards on H5. */
export const MemberList = (): JSX.Element => {
  const isTable = usePageType() === 'PC';
  const list = useListState([]);
  const { page, cards } = useMembers(list, isTable);
  if (isTable) {
    return (
      <PageState
        state={queryStatus('member.page', page, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="row" count={6} />}
        empty={empty}
        onRetry={() => void page.refetch()}
      >
        {({ items, total = 0 }) => (
          <DataTable
            name="members"
            label="成员"
            columns={columns}
            rows={items}
            keyOf={keyOf}
            busy={page.isFetching}
            summary={`共 ${total} 位成员`}
            foot={
              total <= 10 ? null : (
                <Pagination
                  page={list.page}
                  pageSize={list.pageSize}
                  total={total}
                  onPageChange={list.goTo}
                  onPageSizeChange={list.setPageSize}
                />
              )
            }
          />
        )}
      </PageState>
    );
  }
  return (
    <PageState
      state={queryStatus('member.page', cards, (pages) => pages[0]?.items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={empty}
      onRetry={() => void cards.refetch()}
    >
      {(pages) => (
        <CardList
          label="成员"
          rows={pages.flatMap(({ items }) => items)}
          keyOf={keyOf}
          hasMore={cards.hasNextPage}
          busy={cards.isFetching}
          failure={cards.error === null ? null : errorText('member.page', cards.error)}
          onMore={() => void cards.fetchNextPage()}
        >
          {(member) => (
            <>
              <RowCard
                title={nameOf(member)}
                tag={<RoleTag role={member.role} />}
                facts={[
                  { label: '手机号', value: member.mobileMasked },
                  { label: '加入时间', value: <DateTime value={member.joinedAt} /> },
                ]}
              />
              <div className={css.cardActions}>
                <MemberActions member={member} />
              </div>
            </>
          )}
        </CardList>
      )}
    </PageState>
  );
};
