import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { retryJob, runJob } from './system-queries.ts';

interface RunButtonProps {
  /** A job that comes round, or one that was sent. */
  readonly job: { readonly name: string } | { readonly jobId: string; readonly endedAt: string };
  readonly label: string;
  /** Of which job, for those who do not see the row. */
  readonly about?: string;
  readonly done: string;
}

/** Makes a job due now; a worker takes it within seconds. */
export const RunButton = ({ job, label, about, done }: RunButtonProps): JSX.Element => {
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await ('name' in job ? attempt(job, runJob) : attempt(job, retryJob));
      showToast('ok', done);
    } catch (error) {
      showError('name' in job ? 'ops.system.runJob' : 'ops.system.retryJob', error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      size="small"
      loading={isRunning}
      {...(about === undefined ? {} : { 'aria-label': `${label}：${about}` })}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
};
