import { sentJobName } from '@ronghui/domain/job';
import { Callout, Card, type Column, DataTable, DateTime } from '@ronghui/ui';
import type { JSX } from 'react';
import { RunButton } from './run-button.tsx';
import css from './system.module.css';
import type { FailedJob } from './system-queries.ts';

const jobKey = ({ jobId }: FailedJob): string => jobId;

const shownColumns: readonly Column<FailedJob>[] = [
  { key: 'name', title: '任务', cell: ({ name }) => sentJobName(name), share: 1.5, fixed: true },
  { key: 'created', title: '发起', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 2, optional: true },
  { key: 'ended', title: '失败', cell: ({ endedAt }) => <DateTime value={endedAt} />, share: 2 },
  { key: 'failure', title: '发起者看到的说明', cell: ({ failure }) => failure, share: 2 },
  { key: 'id', title: '编号', cell: ({ jobId }) => <span className={css.path}>{jobId}</span>, share: 2 },
];

const retryColumn: Column<FailedJob> = {
  key: 'retry',
  title: '操作',
  cell: ({ jobId, endedAt, name }) => (
    <RunButton
      job={{ jobId, endedAt }}
      label="重新执行"
      about={sentJobName(name)}
      done="任务即将重新执行，稍后刷新查看结果"
    />
  ),
  share: 1.5,
  fixed: true,
};

/** Jobs that people sent and that failed at their last try by a fault of ours, with a way to run them again. @source running 6.4 */
export const FailedJobsCard = ({
  jobs,
  mayWrite,
}: {
  readonly jobs: readonly FailedJob[];
  readonly mayWrite: boolean;
}): JSX.Element => (
  <Card title="失败的任务">
    {jobs.length === 0 ? (
      <p className={css.note}>最近七天没有失败的任务。导出、导入、对账与出账多次失败后会列在这里。</p>
    ) : (
      <div className={css.part}>
        <Callout tone="bad">
          {`最近七天有 ${jobs.length}\u00a0项任务多次失败。原因见服务日志中同一编号的 jobFailed；处理后重新执行，或请发起者重新发起。`}
        </Callout>
        <DataTable
          name="system-failed-jobs"
          label="失败的任务"
          columns={mayWrite ? [...shownColumns, retryColumn] : shownColumns}
          rows={jobs}
          keyOf={jobKey}
        />
      </div>
    )}
  </Card>
);
