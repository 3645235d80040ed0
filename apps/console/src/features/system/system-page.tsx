import { Button, Card, DateTime, Facts, PageHead, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { BackupCard } from './backup-card.tsx';
import { HeldCard } from './held-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import css from './system.module.css';
import { type SystemState, useSystemState } from './system-queries.ts';

const databaseNames = { embedded: '内置', given: '外部' } as const;

const NodeCard = ({ node: { version, name, startedAt, database } }: Pick<SystemState, 'node'>): JSX.Element => (
  <Card title="版本与节点">
    <Facts
      columns={2}
      items={[
        { label: '版本', value: version },
        { label: '节点', value: <span className={css.path}>{name}</span> },
        { label: '数据库', value: `${databaseNames[database.kind]}，PostgreSQL ${database.version}` },
        { label: '启动时间', value: <DateTime value={startedAt} /> },
      ]}
    />
  </Card>
);

/** What the installation does: version and node, backups, held messages, jobs, each with its state and what to do. @source running 6.4 */
export const SystemPage = (): JSX.Element => {
  const { query, state } = useSystemState();
  const mayWrite = useAuth()['ops.system.write'] === true;
  return (
    <>
      <PageHead
        pageType="PC"
        title="运行状态"
        sub="版本、备份、恢复后停下的消息与定时任务，以及需要处理的事项。"
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
        {({ node, backup, held, jobs }) => (
          <div className={css.body}>
            <NodeCard node={node} />
            <BackupCard backup={backup} mayWrite={mayWrite} />
            <HeldCard held={held} mayWrite={mayWrite} />
            <JobsCard jobs={jobs} mayWrite={mayWrite} />
          </div>
        )}
      </PageState>
    </>
  );
};
