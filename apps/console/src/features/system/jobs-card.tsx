import { scheduledJobName } from '@ronghui/domain/job';
import { Callout, Card, type Column, DataTable, DateTime, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { RunButton } from './run-button.tsx';
import css from './system.module.css';
import type { ScheduledJob } from './system-queries.ts';

const stateOf = ({ isRunning, isFailed, endedAt }: ScheduledJob) => {
  if (isRunning) return { tone: 'info', name: '执行中' } as const;
  if (isFailed) return { tone: 'bad', name: '失败' } as const;
  return endedAt === undefined
    ? ({ tone: 'neutral', name: '待执行' } as const)
    : ({ tone: 'ok', name: '正常' } as const);
};

const jobKey = ({ name }: ScheduledJob): string => name;

const shownColumns: readonly Column<ScheduledJob>[] = [
  { key: 'name', title: '任务', cell: ({ name }) => scheduledJobName(name), share: 2, fixed: true },
  {
    key: 'state',
    title: '状态',
    cell: (row) => <Tag tone={stateOf(row).tone}>{stateOf(row).name}</Tag>,
  },
  { key: 'next', title: '下次', cell: ({ nextAt }) => <DateTime value={nextAt} />, share: 2 },
  {
    key: 'ended',
    title: '上次完成',
    cell: ({ endedAt }) => (endedAt === undefined ? '—' : <DateTime value={endedAt} />),
    share: 2,
  },
  {
    key: 'failed',
    title: '上次失败',
    cell: ({ failedAt }) => (failedAt === undefined ? '—' : <DateTime value={failedAt} />),
    share: 2,
    optional: true,
  },
  {
    key: 'failure',
    title: '失败的原因',
    cell: ({ isFailed, failure }) => (isFailed ? <span className={css.path}>{failure}</span> : ''),
    share: 2,
  },
];

const runColumn: Column<ScheduledJob> = {
  key: 'run',
  title: '操作',
  cell: ({ name, isFailed, isRunning }) =>
    isFailed && !isRunning ? (
      <RunButton
        job={{ name }}
        label="重新执行"
        about={scheduledJobName(name)}
        done="任务即将重新执行，稍后刷新查看结果"
      />
    ) : (
      ''
    ),
  share: 1.5,
  fixed: true,
};

/** Work that comes round by the clock: when it is due, ended and failed, and a way to run it again. @source running 6.4 */
export const JobsCard = ({
  jobs,
  mayWrite,
}: {
  readonly jobs: readonly ScheduledJob[];
  readonly mayWrite: boolean;
}): JSX.Element => {
  const failed = jobs.filter(({ isFailed }) => isFailed).length;
  return (
    <Card title="定时任务">
      <div className={css.part}>
        {failed === 0 ? null : (
          <Callout tone="bad">
            {`${failed}\u00a0项任务失败了。请按原因处理，然后重新执行；到了下次的时间也会自动再试。`}
          </Callout>
        )}
        {jobs.length === 0 ? (
          <p className={css.note}>服务启动后几秒内列出任务。</p>
        ) : (
          <DataTable
            name="system-jobs"
            label="定时任务"
            columns={mayWrite && failed > 0 ? [...shownColumns, runColumn] : shownColumns}
            rows={jobs}
            keyOf={jobKey}
          />
        )}
      </div>
    </Card>
  );
};
