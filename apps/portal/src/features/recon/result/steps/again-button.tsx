import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Run, runAgain } from '../result-queries.ts';

/** Runs the same file again, as long as it is there; the new run is opened. @source R13.4 */
export const AgainButton = ({
  run,
  isPrimary = false,
  anyStage = false,
  size = 'medium',
}: {
  run: Run;
  isPrimary?: boolean;
  /** Also when the ledger seems to be of another stage. */
  anyStage?: boolean;
  size?: 'small' | 'medium';
}): JSX.Element | null => {
  const auth = useAuth();
  const attempt = useAttemptKey();
  const [busy, setBusy] = useState(false);
  if (!run.isFileKept || auth['recon.write'] !== true) return null;
  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      const { runId } = await attempt({ runId: run.runId, anyStage: anyStage || undefined }, runAgain);
      showToast('ok', '已重新开始对账');
      navigate(paths.reconRun(runId));
    } catch (error) {
      showError('recon.again', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size={size} variant={isPrimary ? 'primary' : 'secondary'} loading={busy} onClick={() => void begin()}>
      {anyStage ? '仍按本账期对账' : '重新对账'}
    </Button>
  );
};
