import { Button, Callout, Card, EmptyState, JobProgress } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { pagePath } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './result.module.css';
import { cancelRun, type Run, saveReport } from './result-queries.ts';
import { counted } from './result-words.ts';
import { RunFacts } from './run-facts.tsx';
import { AgainButton } from './steps/again-button.tsx';

const progressText = ({ status, progress: { done, total, text } }: Run): string => {
  if (status === 'queued') return '排队中，轮到后自动开始';
  const words = text === '' ? '正在对账' : text;
  return total === 0 ? words : `${words} ${Math.min(100, Math.floor((done * 100) / total))}%`;
};

/** A run that has not ended: how far it is, and the way out of it. It goes on when the page is left. @source R13.4 */
export const RunUnderWay = ({ run }: { run: Run }): JSX.Element => {
  const auth = useAuth();
  const attempt = useAttemptKey();
  const { runId, progress, isEnding } = run;
  const cancel = async (): Promise<void> => {
    try {
      await attempt({ runId }, cancelRun);
    } catch (error) {
      showError('recon.cancel', error);
    }
  };
  return (
    <Card title={run.status === 'queued' ? '等待对账' : '正在对账'}>
      <div className={css.stack}>
        {auth['recon.write'] === true ? (
          <JobProgress
            label="对账"
            done={progress.done}
            total={progress.total}
            text={progressText(run)}
            isEnding={isEnding}
            onCancel={() => void cancel()}
          />
        ) : (
          <p role="status">{progressText(run)}</p>
        )}
        <p className={css.mut}>可以离开这一页，对账会继续；完成后在通知里告诉您。</p>
        <RunFacts run={run} />
      </div>
    </Card>
  );
};

/** A run that ended without a result: why, and what to do. */
export const RunWithoutResult = ({ run }: { run: Run }): JSX.Element => {
  const { runId, status, failure, hasReport, badRows = 0 } = run;
  const [busy, setBusy] = useState(false);
  const fetchReport = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveReport(runId);
    } catch (error) {
      showError('recon.report', error);
    } finally {
      setBusy(false);
    }
  };
  if (status === 'failed')
    return (
      <Card title="对账没有完成">
        <div className={css.stack}>
          <Callout tone="bad" role="alert">
            {failure === '' ? '对账没有完成，请重新对账。' : failure}
          </Callout>
          {badRows > 0 ? (
            <p>共 {counted(badRows, '行')}读不出来，下载的文件逐行说明原因。改好商户账后请重新上传。</p>
          ) : null}
          <div className={css.buttons}>
            {hasReport ? (
              <Button variant="primary" loading={busy} onClick={() => void fetchReport()}>
                下载读不出的行
              </Button>
            ) : null}
            {/* The same file would fail by the same rows. */}
            {badRows > 0 ? null : <AgainButton run={run} isPrimary />}
            <Button href={href(pagePath('reconManagement'))}>换一份商户账</Button>
          </div>
          <RunFacts run={run} />
        </div>
      </Card>
    );
  return (
    <EmptyState
      title={status === 'cancelled' ? '这次对账已取消' : '这次对账的结果已过保留期'}
      text={status === 'cancelled' ? '没有结果，商户账文件仍按保留期保存。' : '商户账的文件名、大小与校验码仍然保留。'}
      action={<AgainButton run={run} isPrimary />}
    />
  );
};
