import { Button, Card, DateTime, EmptyState, PageState, Skeleton, Tag } from '@ronghui/ui';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { signOut } from '#features/account/account.shared.ts';
import css from './safety.module.css';
import { endSession, type OwnSession, useSessions } from './safety-queries.ts';

/** The user's sessions, each with a button to end it. @source R4.4, R10.9 */
export const SessionList = (): JSX.Element => {
  const query = useSessions();
  return (
    <Card title="登录中的设备">
      <PageState
        state={queryStatus('user.sessions', query, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="row" count={2} />}
        empty={<EmptyState title="没有登录中的设备" />}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => (
          <ul className={css.list} aria-label="登录中的设备">
            {items.map((session) => (
              <SessionRow key={session.sessionId} session={session} />
            ))}
          </ul>
        )}
      </PageState>
    </Card>
  );
};

const SessionRow = ({ session }: { session: OwnSession }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const { sessionId, device, address, createdAt, lastSeenAt, isCurrent } = session;
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      if (isCurrent) return await signOut();
      await endSession(sessionId);
      showToast('ok', '该设备已退出登录');
    } catch (error) {
      showError('user.endSession', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name}>
          {device || '未知设备'} {isCurrent ? <Tag tone="ok">本机</Tag> : null}
        </p>
        <p className={css.note}>
          {address} · 登录于 <DateTime value={createdAt} /> · 最近使用 <DateTime value={lastSeenAt} />
        </p>
      </div>
      <Button size="small" loading={busy} onClick={() => void end()}>
        {isCurrent ? '退出登录' : '结束'}
      </Button>
    </li>
  );
};
