import { Card, EmptyState, PageHead, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { ColleagueNews, OwnCards } from '#features/staff/staff.shared.ts';
import { useUser } from '#kernel/start-up.ts';
import css from './desk.module.css';
import { places } from './desk-places.ts';
import { useQueues } from './desk-queries.ts';
import { QueueTable } from './queue-table.tsx';

/** The first page: what waits for the member of staff, and who they are. @source R11.2 */
export const DeskPage = (): JSX.Element | null => {
  const user = useUser();
  const { state, query } = useQueues();
  if (user === null) return null;
  const isEmpty = state.status === 'ready' && !state.data.items.some(({ queue }) => places[queue] !== undefined);
  return (
    <>
      <PageHead pageType="PC" title={`您好，${user.name || user.account}`} />
      <div className={css.body}>
        <ColleagueNews />
        <Card>
          <PageState
            state={isEmpty ? { status: 'empty' } : state}
            loading={<Skeleton shape="row" count={6} />}
            empty={<EmptyState title="没有归您办理的事项" text="有了相应的角色之后，等待办理的会排在这里。" />}
            onRetry={() => void query.refetch()}
          >
            {({ items }) => <QueueTable queues={items} />}
          </PageState>
        </Card>
        {/* Below what waits, whose rows are not known before. */}
        {state.status === 'loading' ? null : <OwnCards />}
      </div>
    </>
  );
};
