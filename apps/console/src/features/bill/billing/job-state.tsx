import { Callout, DateTime, silentText } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import { isRunning, type Job } from './billing-queries.ts';

const ends: Readonly<Record<'done' | 'failed' | 'cancelled' | 'expired', string>> = {
  done: '完成',
  failed: '未完成',
  cancelled: '已取消',
  expired: '已过期',
};

interface JobStateProps {
  readonly what: string;
  readonly job: Job | null;
  /** The server does not answer how it goes on. */
  readonly isSilent: boolean;
}

/** How a job on the server goes on, or how the last one ended. @source R14.6 */
export const JobState = ({ what, job, isSilent }: JobStateProps): JSX.Element | null => {
  if (job === null) return null;
  const { status, done, total, words, failure, endedAt } = job;
  if (isRunning(job)) {
    return (
      <div className={css.stack}>
        <progress
          className={css.progress}
          aria-label={`${what}的进度`}
          max={Math.max(1, total)}
          {...(total > 0 && { value: done })}
        />
        <p aria-live="polite">
          {isSilent
            ? silentText
            : `${status === 'queued' ? `${what}正在排队` : words || `正在${what}`}，可以离开本页。`}
        </p>
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <Callout tone="bad" role="alert">
        {what}未完成：{failure ?? '请稍后重试。'}
      </Callout>
    );
  }
  return (
    <p className={css.note}>
      上次{what}
      {status === 'queued' || status === 'running' ? '' : ends[status]}：<DateTime value={endedAt} />
    </p>
  );
};
