import { Button, PageHead, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { BackupCard } from './backup-card.tsx';
import { FailedJobsCard } from './failed-jobs-card.tsx';
import { HeldCard } from './held-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { NodeCard } from './node-card.tsx';
import { SendersCard } from './senders-card.tsx';
import { StoreCard } from './store-card.tsx';
import css from './system.module.css';
import { useSystemState } from './system-queries.ts';

/** What the installation does: version, node and certificate, store, senders, backups, held messages, jobs, each with its state and what to do. @source running 6.4 */
export const SystemPage = (): JSX.Element => {
  const { query, state } = useSystemState();
  const mayWrite = useAuth()['ops.system.write'] === true;
  return (
    <>
      <PageHead
        pageType="PC"
        title="运行状态"
        sub="版本、文件存储、发送通道、备份、恢复后停下的消息与任务，以及需要处理的事项。"
        actions={
          <Button size="small" loading={query.isRefetching} onClick={() => void query.refetch()}>
            刷新
          </Button>
        }
      />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={12} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ node, nodes, replica, backup, held, jobs, store, senders, failedJobs, certificate }) => (
          <div className={css.body}>
            <NodeCard node={node} nodes={nodes} replica={replica} certificate={certificate} />
            <StoreCard store={store} />
            <SendersCard senders={senders} />
            <BackupCard backup={backup} mayWrite={mayWrite} />
            <HeldCard held={held} mayWrite={mayWrite} />
            <FailedJobsCard jobs={failedJobs} mayWrite={mayWrite} />
            <JobsCard jobs={jobs} mayWrite={mayWrite} />
          </div>
        )}
      </PageState>
    </>
  );
};
