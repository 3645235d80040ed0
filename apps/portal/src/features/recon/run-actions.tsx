import { isUnderWay } from '@ronghui/domain/job';
import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { href, navigate } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './recon.module.css';
import { cancelRun, type Run, runAgain, useLiveRun } from './recon-queries.ts';
import { mayRunAgain } from './run-words.ts';

/** What can be done with a run of the list: open it, cancel it, or compare its ledger once more. @source R13.4 */
export const RunActions = ({ run: known }: { run: Run }): JSX.Element => {
  const run = useLiveRun(known);
  const { runId, stageName, isEnding } = run;
  const mayWrite = useAuth()['recon.write'] === true;
  const [busy, setBusy] = useState(false);
  const attempt = useAttemptKey();
  const act = async (operationId: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(operationId, error);
    } finally {
      setBusy(false);
    }
  };
  const again = async (): Promise<void> => {
    const { runId: next } = await attempt({ runId, anyStage: undefined }, runAgain);
    showToast('ok', '已重新开始对账');
    navigate(paths.reconRun(next));
  };
  return (
    <span className={css.actions}>
      {isUnderWay(run) && mayWrite ? (
        <Button
          size="small"
          variant="ghost"
          loading={busy}
          disabled={isEnding}
          aria-label={`取消 ${stageName} 的对账`}
          onClick={() => void act('recon.cancel', () => attempt({ runId }, cancelRun))}
        >
          取消
        </Button>
      ) : null}
      {mayWrite && mayRunAgain(run) ? (
        <Button
          size="small"
          variant="ghost"
          loading={busy}
          aria-label={`重新对账 ${stageName} ${run.name}`}
          onClick={() => void act('recon.again', again)}
        >
          重新对账
        </Button>
      ) : null}
      <Button size="small" href={href(paths.reconRun(runId))} aria-label={`打开 ${stageName} ${run.name}`}>
        打开
      </Button>
    </span>
  );
};
