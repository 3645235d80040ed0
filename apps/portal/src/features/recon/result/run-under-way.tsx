import { phaseAt, reconPhases } from '@ronghui/domain/recon';
import { Card, JobProgress, Stepper, silentText } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from './result.module.css';
import { cancelRun, type Run } from './result-queries.ts';
import { RunFacts } from './run-facts.tsx';

const phaseNames = Object.values(reconPhases).map(({ name }) => name);

const progressText = ({ status, progress: { done, total, text } }: Run): string => {
  if (status === 'queued') return '排队中，轮到后自动开始';
  const words = text === '' ? '正在对账' : text;
  return total === 0 ? words : `${words} ${Math.min(100, Math.floor((done * 100) / total))}%`;
};

/** A run that has not ended: how far it is, and the way out of it. It goes on when the page is left. @source R13.4 */
export const RunUnderWay = ({ run, isSilent }: { run: Run; isSilent: boolean }): JSX.Element => {
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
        {run.status === 'running' ? (
          <Stepper label="对账的阶段" steps={phaseNames} current={phaseAt(progress.done)} />
        ) : null}
        {auth['recon.write'] === true ? (
          <JobProgress
            label="对账"
            done={progress.done}
            total={progress.total}
            text={progressText(run)}
            isEnding={isEnding}
            isSilent={isSilent}
            onCancel={() => void cancel()}
          />
        ) : (
          <p role="status">{isSilent ? silentText : progressText(run)}</p>
        )}
        <p className={css.mut}>可以离开这一页，对账会继续；完成后在通知里告诉您。</p>
        <RunFacts run={run} />
      </div>
    </Card>
  );
};
