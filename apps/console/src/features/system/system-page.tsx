import { Button, Callout, Card, DateTime, Facts, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { BackupCard } from './backup-card.tsx';
import { FailedJobsCard } from './failed-jobs-card.tsx';
import { HeldCard } from './held-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { SendersCard } from './senders-card.tsx';
import { StoreCard } from './store-card.tsx';
import css from './system.module.css';
import { type SystemState, useSystemState } from './system-queries.ts';

const databaseNames = { embedded: '内置', given: '外部' } as const;

const dayMs = 86_400_000;
/** From when on the alarm for the certificate rings. */
const warnDays = 14;

/** What to do about the certificate; nothing where a proxy has it. */
const CertificateState = ({ certificate }: Pick<SystemState, 'certificate'>): JSX.Element | null => {
  if (certificate === null) return null;
  const days = Math.floor((Date.parse(certificate.endsAt) - serverNow()) / dayMs);
  const left = days < 0 ? '已经过期，浏览器拒绝访问' : `还有 ${days}\u00a0天到期`;
  return (
    <>
      {certificate.isRefused ? (
        <Callout tone="bad">
          新的 TLS_CERT 与 TLS_KEY 不能用，仍在使用原来的证书。多为私钥与证书不是一对；原因见服务日志中的
          certificateRefused，换上正确的文件后十秒内生效。
        </Callout>
      ) : null}
      {days < warnDays ? (
        <Callout tone="bad">{`证书${left}。请更新 TLS_CERT 与 TLS_KEY 的文件，十秒内生效，不必重启。`}</Callout>
      ) : null}
    </>
  );
};

const NodeCard = ({
  node: { version, name, startedAt, database },
  certificate,
}: Pick<SystemState, 'node' | 'certificate'>): JSX.Element => (
  <Card title="版本与节点">
    <div className={css.part}>
      <CertificateState certificate={certificate} />
      <Facts
        columns={2}
        items={[
          { label: '版本', value: version },
          { label: '节点', value: <span className={css.path}>{name}</span> },
          { label: '数据库', value: `${databaseNames[database.kind]}，PostgreSQL ${database.version}` },
          { label: '启动时间', value: <DateTime value={startedAt} /> },
          {
            label: '证书到期',
            value: certificate === null ? '由前面的代理管理，请在代理处查看' : <DateTime value={certificate.endsAt} />,
          },
        ]}
      />
    </div>
  </Card>
);

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
        {({ node, backup, held, jobs, store, senders, failedJobs, certificate }) => (
          <div className={css.body}>
            <NodeCard node={node} certificate={certificate} />
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
