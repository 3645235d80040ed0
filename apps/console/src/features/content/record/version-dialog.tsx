import { CallError } from '@ronghui/client';
import { contentDifferences, type RecordName } from '@ronghui/domain/content';
import { Button, Callout, Dialog, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from '../content.module.css';
import { type Body, namedInCall, type RecordDetail, rollBack, useVersion } from '../content-queries.ts';
import { Differences } from './differences.tsx';
import { PayeeNote, useIsForOthers, usePublicationProof } from './payee-proof.tsx';

interface VersionDialogProps {
  readonly name: RecordName;
  readonly detail: RecordDetail;
  readonly number: number;
  readonly onClose: () => void;
}

/** What a version changed, and what would change by publishing it anew. @source R11.3 */
export const VersionDialog = ({ name, detail, number, onClose }: VersionDialogProps): JSX.Element => {
  const query = useVersion(name, number);
  const mayWrite = useAuth()['ops.content.write'] === true;
  const [isAsking, setAsking] = useState(false);
  const [running, setRunning] = useState(false);
  const attempt = useAttemptKey();
  const sendProved = usePublicationProof();
  const confirm = async (body: Body): Promise<void> => {
    setRunning(true);
    try {
      const done = await sendProved(detail.published, body, (stepTicket) =>
        attempt({ ...namedInCall(name), number, version: detail.version, stepTicket }, rollBack),
      );
      if (done === null) return;
      showToast('ok', `已退回到第 ${number} 版，门户随即更新`);
      onClose();
    } catch (error) {
      const fault = error instanceof CallError ? error.fields[0]?.message : undefined;
      if (fault === undefined) showError('ops.content.rollBack', error);
      else showToast('bad', fault);
    } finally {
      setRunning(false);
    }
  };
  const { data } = query;
  const isNow = contentDifferences(detail.published, data?.after).length === 0;
  const backTo = mayWrite && data?.removes === false && !isNow ? data.after : undefined;
  const isForOthers = useIsForOthers(detail.published, backTo);
  return (
    <Dialog
      open
      title={isAsking ? `退回到第 ${number} 版` : `第 ${number} 版`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={isAsking ? () => setAsking(false) : onClose}>{isAsking ? '返回' : '关闭'}</Button>
          {backTo === undefined ? null : isAsking ? (
            <Button variant="primary" loading={running} disabled={isForOthers} onClick={() => void confirm(backTo)}>
              确认退回并发布
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setAsking(true)}>
              退回到这一版
            </Button>
          )}
        </>
      }
    >
      <PageState
        state={queryStatus('ops.content.version', query)}
        loading={<Skeleton shape="row" count={4} />}
        empty={<EmptyState kind="search" title="没有这个版本" />}
        onRetry={() => void query.refetch()}
      >
        {({ after, before, removes }) => (
          <div className={css.stack}>
            {isAsking ? (
              <>
                <Callout>
                  这一版会重新发布成新的一版，现在的内容仍保留在历史版本里
                  {detail.draft === null
                    ? ''
                    : detail.publishAt === null
                      ? '，草稿不受影响'
                      : '，草稿保留，已设定的发布时间会取消'}
                  。
                </Callout>
                <h3 className={css.title}>门户上会有这些变化</h3>
                <Differences before={detail.published} after={after} />
                <PayeeNote before={detail.published} after={after} isDraft={false} />
              </>
            ) : (
              <>
                <h3 className={css.title}>
                  {removes ? '这一版把它从门户移除' : before === null ? '这一版的内容' : '与上一版相比'}
                </h3>
                <Differences before={before} after={removes ? null : after} />
              </>
            )}
          </div>
        )}
      </PageState>
    </Dialog>
  );
};
