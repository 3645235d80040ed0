import { NotFound, PageState } from '@ronghui/ui';
import type { JSX } from 'react';
import { useNotFound } from '#kernel/not-found.ts';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import css from './agreement-page.module.css';
import { useAgreement } from './agreement-queries.ts';
import { AgreementSheet } from './agreement-sheet.tsx';
import { AgreementSkeleton } from './agreement-skeleton.tsx';

/** One version of an agreement, to be read and printed. @source R10.6 */
export const AgreementPage = ({ params }: PageProps): JSX.Element => {
  const { state, retry } = useAgreement(params['id'] ?? '', params['version']);
  usePageTitle(state.status === 'ready' ? state.data.title : undefined);
  const ways = useNotFound(state.status === 'empty');
  return (
    <div className={css.page}>
      <PageState
        state={state}
        onRetry={retry}
        loading={<AgreementSkeleton />}
        empty={<NotFound {...ways} what="这份协议" />}
      >
        {(agreement) => <AgreementSheet agreement={agreement} />}
      </PageState>
    </div>
  );
};
