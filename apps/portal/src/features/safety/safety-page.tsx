import { Button, Callout, DateTime, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { usePageType } from '@ronghui/web/screen/page-type';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { WhenSeen } from '@ronghui/web/screen/when-seen';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { AccountCard } from './account-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { ProtectionCard } from './protection-card.tsx';
import css from './safety.module.css';
import { keepAccount, useSafety } from './safety-queries.ts';
import { SessionList } from './session-list.tsx';

/** Fetched when somebody scrolls to it. */
export const loadLoginHistory = () => import('./login-history.tsx');

const LoginHistory = lazyPart(loadLoginHistory, <Skeleton shape="card" />);

/** The protection of the account, its sessions and its closing. @source R10.9 */
export const SafetyPage = (): JSX.Element => {
  const pageType = usePageType();
  const query = useSafety();
  return (
    <>
      <PageHead pageType={pageType} title="安全设置" sub="谁能登录、怎样验证、在哪里登录过，都在这里。" />
      <PageState
        state={queryStatus('user.safety', query)}
        loading={<Skeleton shape="card" count={3} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {(safety) => (
          <div className={css.cards}>
            {safety.closesAt === null ? null : <ClosingNotice closesAt={safety.closesAt} />}
            <AccountCard safety={safety} />
            <ProtectionCard safety={safety} />
            <SessionList />
            <WhenSeen waiting={<Skeleton shape="card" />}>
              <LoginHistory />
            </WhenSeen>
            <OwnDataCard safety={safety} />
          </div>
        )}
      </PageState>
    </>
  );
};

const ClosingNotice = ({ closesAt }: { closesAt: string }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const keep = async (): Promise<void> => {
    setBusy(true);
    try {
      await keepAccount();
      showToast('ok', '注销申请已撤回');
    } catch (error) {
      showError('user.keepAccount', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Callout tone="warn">
      您已申请注销，账号将于 <DateTime value={closesAt} /> 注销。{' '}
      <Button size="small" loading={busy} onClick={() => void keep()}>
        撤回申请
      </Button>
    </Callout>
  );
};
