import { EmptyState, PageState, RichText, Skeleton } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { type AuthorizationDetail, useAgreedText } from './authorization-queries.ts';

/** The words of an agreement in the version that was agreed to. @source R10.6 */
export const AgreedWords = ({ record }: { record: AuthorizationDetail }): JSX.Element => {
  const query = useAgreedText({ id: record.agreementId, version: record.version });
  return (
    <PageState
      state={queryStatus('agreement.detail', query)}
      loading={<Skeleton shape="row" count={6} />}
      empty={<EmptyState title="没有原文" />}
      onRetry={() => void query.refetch()}
    >
      {({ html }) => <RichText html={html} />}
    </PageState>
  );
};
