import { Button, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { CasePanel } from './case-panel.tsx';
import { useCase } from './feedback-queries.ts';

/** One case of a bill. @source R11.6 */
export const FeedbackPage = ({ params }: PageProps): JSX.Element => {
  const feedbackNo = params['feedbackNo'] ?? '';
  const { state, query } = useCase(feedbackNo);
  usePageTitle(state.status === 'ready' ? `差异反馈 ${state.data.tenantName}` : undefined);
  return (
    <PageState
      state={state}
      loading={<Skeleton shape="row" count={12} />}
      empty={
        <EmptyState
          kind="search"
          title="没有这条反馈"
          action={<Button href={href(paths.feedbacks())}>回到差异反馈</Button>}
        />
      }
      onRetry={() => void query.refetch()}
    >
      {(found) => <CasePanel key={found.feedbackNo} found={found} onRefresh={() => void query.refetch()} />}
    </PageState>
  );
};
