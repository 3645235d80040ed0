import { Button, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useReview } from './certification-queries.ts';
import { ReviewPanel } from './review-panel.tsx';

/** One submission under review. @source R11.4 */
export const ReviewPage = ({ params }: PageProps): JSX.Element => {
  const { state, query } = useReview(params['submissionNo'] ?? '');
  usePageTitle(state.status === 'ready' ? `审核 ${state.data.companyName}` : undefined);
  return (
    <PageState
      state={state}
      loading={<Skeleton shape="row" count={12} />}
      empty={
        <EmptyState
          kind="search"
          title="没有这份申请"
          action={<Button href={href(paths.certifications())}>回到企业认证</Button>}
        />
      }
      onRetry={() => void query.refetch()}
    >
      {(review) => <ReviewPanel review={review} onRefresh={() => void query.refetch()} />}
    </PageState>
  );
};
