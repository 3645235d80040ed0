import { Callout, Card, type Column, DataTable, DateTime, Facts } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { ReplicaTodo, replicaText } from './replica-state.tsx';
import css from './system.module.css';
import type { SystemState } from './system-queries.ts';

const databaseNames = { embedded: '内置', given: '外部' } as const;
const stateNames = {
  memory: '本进程内存，只能有一个节点',
  postgres: '数据库，可以有多个节点',
  redis: 'Redis，可以有多个节点',
} as const;

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

type Node = SystemState['nodes'][number];

const nodeColumns: readonly Column<Node>[] = [
  {
    key: 'address',
    title: '地址',
    cell: ({ address }) => <span className={css.path}>{address}</span>,
    share: 3,
    fixed: true,
  },
  { key: 'version', title: '版本', cell: ({ version }) => version },
  { key: 'started', title: '启动时间', cell: ({ startedAt }) => <DateTime value={startedAt} />, share: 2 },
  { key: 'seen', title: '最近报到', cell: ({ seenAt }) => <DateTime value={seenAt} />, share: 2 },
];
const nodeKey = ({ address, startedAt }: Node): string => `${address} ${startedAt}`;

/** This node's version, database with its replica, shared state and certificate, and all nodes that serve. @source running 1.2, running 1.9, running 6.4 */
export const NodeCard = ({
  node: { version, name, startedAt, database, sharedState },
  nodes,
  replica,
  certificate,
}: Pick<SystemState, 'node' | 'nodes' | 'replica' | 'certificate'>): JSX.Element => (
  <Card title="版本与节点">
    <div className={css.part}>
      <CertificateState certificate={certificate} />
      <ReplicaTodo replica={replica} />
      <Facts
        columns={2}
        items={[
          { label: '版本', value: version },
          { label: '节点', value: <span className={css.path}>{name}</span> },
          { label: '数据库', value: `${databaseNames[database.kind]}，PostgreSQL ${database.version}` },
          { label: '启动时间', value: <DateTime value={startedAt} /> },
          { label: '只读副本', value: replicaText(replica) },
          { label: '共享状态', value: stateNames[sharedState] },
          {
            label: '证书到期',
            value: certificate === null ? '由前面的代理管理，请在代理处查看' : <DateTime value={certificate.endsAt} />,
          },
        ]}
      />
      {nodes.length > 1 ? (
        <DataTable name="system-nodes" label="运行中的节点" columns={nodeColumns} rows={nodes} keyOf={nodeKey} />
      ) : null}
    </div>
  </Card>
);
