import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { runJob } from './system-queries.ts';

interface RunButtonProps {
  readonly name: string;
  readonly label: string;
  /** Of which job, for those who do not see the row. */
  readonly about?: string;
  readonly done: string;
}

/** Makes a scheduled job due now; a worker takes it within seconds. */
export const RunButton = ({ name, label, about, done }: RunButtonProps): JSX.Element => {
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await attempt({ name }, runJob);
      showToast('ok', done);
    } catch (error) {
      showError('ops.system.runJob', error);
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
