import { Button, EmptyState, PageState } from '@ronghui/ui';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { href, paths } from '#kernel/paths.ts';
import css from './agreement-page.module.css';
import { useAgreement } from './agreement-queries.ts';
import { AgreementSheet } from './agreement-sheet.tsx';
import { AgreementSkeleton } from './agreement-skeleton.tsx';

/** One version of an agreement, to be read and printed. @source R10.6 */
export const AgreementPage = ({ params }: PageProps): JSX.Element => {
  const { state, retry } = useAgreement(params['id'] ?? '', params['version']);
  const missingTitle = state.status === 'empty' ? '页面不存在' : undefined;
  usePageTitle(state.status === 'ready' ? state.data.title : missingTitle);
  return (
    <div className={css.page}>
      <PageState
        state={state}
        onRetry={retry}
        loading={<AgreementSkeleton />}
        empty={
          <>
            <h1 className={css.hidden}>页面不存在</h1>
            <EmptyState
              kind="search"
              title="没有找到这份协议"
              text="地址可能写错了，或者这个版本不存在。"
              action={
                <Button variant="primary" href={href(paths.home())}>
                  返回首页
                </Button>
              }
            />
          </>
        }
      >
        {(agreement) => <AgreementSheet agreement={agreement} />}
      </PageState>
    </div>
  );
};
