import { Callout, Card, EmptyState, PageHead, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { ColleagueNews, OwnCards, useColleagueNews } from '#features/staff/staff.shared.ts';
import { useAuth, useUser } from '#kernel/start-up.ts';
import css from './desk.module.css';
import { places } from './desk-places.ts';
import { type Queue, useOpening, useQueues } from './desk-queries.ts';
import { useJustDone } from './opening-done.ts';
import { OpeningGuide } from './opening-guide.tsx';
import { mayDo, type Opening, openingOf } from './opening-words.ts';
import { QueueTable } from './queue-table.tsx';

/** The queues, folded while a provider prepares its opening and nothing waits in any of them. */
const Queues = ({
  queues,
  isFolded,
}: {
  readonly queues: readonly Queue[];
  readonly isFolded: boolean;
}): JSX.Element =>
  isFolded ? (
    <details>
      <summary>等待办理：现在没有。看全部 {queues.length}&nbsp;个队列</summary>
      <QueueTable queues={queues} />
    </details>
  ) : (
    <QueueTable queues={queues} />
  );

interface Guide {
  /** For who may do a step that is left; undefined for everybody else. */
  readonly opening: Opening | undefined;
  readonly isJustDone: boolean;
  readonly isPending: boolean;
}

const useGuide = (): Guide => {
  const held = useAuth();
  const { data, isPending } = useOpening();
  const opening = data && openingOf(data.steps);
  const isTheirs = opening?.missing.some((step) => mayDo(step, held)) === true;
  const isDone = opening?.missing.length === 0;
  const isJustDone = useJustDone(isTheirs || isDone ? isDone : undefined);
  return { isPending, isJustDone, opening: isTheirs ? opening : undefined };
};

/** The first page: what waits for the member of staff, what a provider still prepares, and who they are. @source R11.2 */
export const DeskPage = (): JSX.Element | null => {
  const user = useUser();
  const { state, query } = useQueues();
  const { opening, isJustDone, isPending } = useGuide();
  const { items: news, isLoading } = useColleagueNews();
  if (user === null) return null;
  // Where a part stands depends on the others, so none is shown before all are known.
  const isKnown = state.status !== 'loading' && !isPending && !isLoading;
  const shown = state.status === 'ready' ? state.data.items.filter(({ queue }) => places[queue] !== undefined) : [];
  const isEmpty = state.status === 'ready' && shown.length === 0;
  const isGuideFirst = state.status === 'ready' && shown.every(({ count }) => count === 0);
  const guide = opening === undefined ? null : <OpeningGuide opening={opening} />;
  const known = isEmpty ? { status: 'empty' as const } : state;
  const waiting = (
    <Card>
      <PageState
        state={isKnown ? known : { status: 'loading' }}
        loading={<Skeleton shape="row" count={6} />}
        empty={<EmptyState title="没有归您办理的事项" text="有了相应的角色之后，等待办理的会排在这里。" />}
        onRetry={() => void query.refetch()}
      >
        {() => <Queues queues={shown} isFolded={guide !== null && isGuideFirst} />}
      </PageState>
    </Card>
  );
  return (
    <>
      <PageHead pageType="PC" title={`您好，${user.name || user.account}`} />
      {isKnown ? (
        <div key="known" className={css.body}>
          <ColleagueNews items={news} />
          {isJustDone ? <Callout>开业准备都做完了</Callout> : null}
          {isGuideFirst ? guide : null}
          {waiting}
          {isGuideFirst ? null : guide}
          <OwnCards />
        </div>
      ) : (
        <div className={css.body}>{waiting}</div>
      )}
    </>
  );
};
