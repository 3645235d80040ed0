/** What the server counts and measures of itself: the metrics, docs/metrics.md and the dashboard are made of this list. @source running 6.1 */
export interface Series {
  readonly name: `ronghui_${string}`;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** The row of the dashboard. */
  readonly area: SeriesArea;
  readonly unit: 'count' | 'seconds' | 'bytes' | 'flag';
  /** Bounded by the code: operations, jobs, providers, pools. Never anything of a person or tenant. */
  readonly labels: readonly string[];
  /** For who reads the metrics. */
  readonly help: string;
  /** Its panel. */
  readonly title: string;
}

/** The areas, in the order of the dashboard, with their titles. */
export const seriesAreas = {
  calls: '调用',
  load: '接纳与负载',
  database: '数据库',
  jobs: '后台任务',
  sending: '短信与邮件',
  records: '审计与文件',
  machine: '本机',
} as const;
export type SeriesArea = keyof typeof seriesAreas;

type Described = Omit<Series, 'name' | 'kind' | 'area'>;
const of =
  <K extends Series['kind']>(kind: K) =>
  <N extends Series['name']>(
    name: N,
    area: SeriesArea,
    described: Partial<Described> & Pick<Described, 'help' | 'title'>,
  ) => ({
    name,
    kind,
    area,
    unit: 'count' as const,
    labels: [] as readonly string[],
    ...described,
  });
const counter = of('counter');
const gauge = of('gauge');
const histogram = of('histogram');

const seconds = { unit: 'seconds' } as const;
const bytes = { unit: 'bytes' } as const;
const flag = { unit: 'flag' } as const;

export const series = [
  counter('ronghui_calls_total', 'calls', {
    labels: ['operation', 'status'],
    help: 'Calls by operation and status',
    title: '调用次数（按状态）',
  }),
  histogram('ronghui_call_seconds', 'calls', {
    ...seconds,
    labels: ['operation'],
    help: 'Duration of calls by operation',
    title: '调用耗时',
  }),
  gauge('ronghui_in_flight', 'load', { help: 'Calls in flight', title: '处理中的调用' }),
  counter('ronghui_shed_total', 'load', { help: 'Requests refused while overloaded', title: '过载时拒绝的请求' }),
  gauge('ronghui_places_taken', 'load', {
    labels: ['gate'],
    help: 'Calls that hold a place among the password hashes, or among the sealed fields',
    title: '口令散列与解封的占用',
  }),
  gauge('ronghui_shared_state', 'load', {
    ...flag,
    labels: ['kind'],
    help: 'Where nonces, tickets and counters are kept: 1 for the kind in force',
    title: '共享状态的种类',
  }),
  gauge('ronghui_nodes', 'load', { help: 'Nodes that were seen in the last thirty seconds', title: '运行中的节点' }),
  gauge('ronghui_pool_size', 'database', {
    labels: ['pool'],
    help: 'The most connections of each pool',
    title: '连接池上限',
  }),
  gauge('ronghui_pool_connections', 'database', {
    labels: ['pool', 'state'],
    help: 'Connections of each pool, in use and idle',
    title: '连接池的连接',
  }),
  gauge('ronghui_pool_waiting', 'database', {
    labels: ['pool'],
    help: 'Who waits for a connection of each pool',
    title: '等待连接的请求',
  }),
  gauge('ronghui_database_up', 'database', { ...flag, help: 'Whether the database answers', title: '数据库可用' }),
  gauge('ronghui_database_silent', 'database', {
    ...flag,
    help: 'Whether the database keeps connections open and says nothing',
    title: '数据库无应答',
  }),
  gauge('ronghui_database_full', 'database', {
    ...flag,
    help: 'Whether the database refuses connections because it has too many',
    title: '数据库拒绝新连接',
  }),
  gauge('ronghui_database_read_only', 'database', {
    ...flag,
    help: 'Whether the database takes no writes: a standby, or set to read only',
    title: '数据库只读',
  }),
  gauge('ronghui_database_connections', 'database', {
    help: 'Connections of the database server, of all its users',
    title: '数据库连接数',
  }),
  gauge('ronghui_database_connections_max', 'database', {
    help: 'Connections that the database server takes from ordinary users',
    title: '数据库连接上限',
  }),
  gauge('ronghui_replica_up', 'database', { ...flag, help: 'Whether the replica answers', title: '只读副本可用' }),
  gauge('ronghui_replica_wrong', 'database', {
    ...flag,
    help: 'Whether the replica is no standby of this database: promoted, or of another one',
    title: '只读副本不对应',
  }),
  gauge('ronghui_replica_lag_seconds', 'database', {
    ...seconds,
    help: 'How far the replica is behind; beyond thirty seconds statistics come from the primary',
    title: '只读副本落后',
  }),
  gauge('ronghui_transaction_age', 'database', {
    help: 'Transactions since the oldest that is not frozen; at two thousand million the database stops',
    title: '事务号年龄',
  }),
  gauge('ronghui_migration', 'database', {
    help: 'The newest migration of this build, which its start has applied',
    title: '数据库迁移编号',
  }),
  gauge('ronghui_partitions_ahead', 'database', {
    help: 'Months from the next one on for whose visits a partition stands ready',
    title: '已备好的月分区',
  }),
  gauge('ronghui_jobs_waiting', 'jobs', {
    help: 'Jobs that were sent and wait for their turn, up to 2,000',
    title: '排队的任务',
  }),
  gauge('ronghui_jobs_oldest_seconds', 'jobs', {
    ...seconds,
    help: 'How long the first of the waiting jobs is due',
    title: '最久的排队任务',
  }),
  gauge('ronghui_jobs_running', 'jobs', { help: 'Jobs that run in this process', title: '运行中的任务' }),
  gauge('ronghui_jobs_failed', 'jobs', {
    help: 'Jobs of the last hour that failed at their last try, of the last 2,000 that ended',
    title: '一小时内最终失败的任务',
  }),
  counter('ronghui_jobs_total', 'jobs', {
    labels: ['job', 'outcome'],
    help: 'Runs of jobs that were sent, by job and outcome',
    title: '任务运行次数',
  }),
  histogram('ronghui_job_seconds', 'jobs', {
    ...seconds,
    labels: ['job'],
    help: 'Duration of runs by job',
    title: '任务耗时',
  }),
  gauge('ronghui_scheduled_jobs_failing', 'jobs', {
    help: 'Scheduled jobs whose last end was a failure',
    title: '失败的定时任务',
  }),
  gauge('ronghui_scheduled_jobs_overdue_seconds', 'jobs', {
    ...seconds,
    help: 'How long the first scheduled job is due that nobody runs',
    title: '逾期的定时任务',
  }),
  gauge('ronghui_outbox_waiting', 'sending', {
    help: 'Messages that wait to leave, of the first 2,000 by their due time',
    title: '待发消息',
  }),
  gauge('ronghui_outbox_oldest_seconds', 'sending', {
    ...seconds,
    help: 'How long ago the oldest of the waiting messages was written',
    title: '最久的待发消息',
  }),
  gauge('ronghui_outbox_stopped', 'sending', {
    help: 'Messages of before a restore that wait for a person, up to 1,000',
    title: '等待人工决定的消息',
  }),
  counter('ronghui_outbox_dead_total', 'sending', {
    help: 'Messages that were set aside after their last attempt',
    title: '放弃发送的消息',
  }),
  counter('ronghui_sms_total', 'sending', {
    labels: ['provider', 'outcome'],
    help: 'SMS handed to a provider: accepted, unknown, or the class of the refusal',
    title: '短信结果（按通道）',
  }),
  gauge('ronghui_sms_resting', 'sending', {
    ...flag,
    labels: ['provider'],
    help: 'Whether a provider rests after failures in a row',
    title: '暂停中的短信通道',
  }),
  counter('ronghui_mail_total', 'sending', {
    labels: ['outcome'],
    help: 'Mails handed to the server: accepted, unknown, or the class of the refusal',
    title: '邮件结果',
  }),
  gauge('ronghui_read_only', 'load', {
    ...flag,
    help: 'Whether staff have made the site read-only, so that writes of merchants are refused',
    title: '维护只读',
  }),
  gauge('ronghui_sms_stopped', 'sending', {
    ...flag,
    help: 'Whether staff have stopped all SMS, so that they wait',
    title: '停发短信',
  }),
  gauge('ronghui_backup_age_seconds', 'records', {
    ...seconds,
    help: 'Since the last good backup into BACKUP_TO; while there is none, since the first that was tried',
    title: '最近一次完好备份距今',
  }),
  gauge('ronghui_backup_late', 'records', {
    ...flag,
    help: 'Whether the last good backup is older than two periods of BACKUP_EVERY',
    title: '备份过旧',
  }),
  gauge('ronghui_seal_age_seconds', 'records', {
    ...seconds,
    help: 'How long ago the last event of the audit trail was sealed',
    title: '最近一次审计封存距今',
  }),
  gauge('ronghui_unsealed_events', 'records', {
    help: 'Events of the audit trail that wait for their seal, up to 1,000',
    title: '未封存的审计事件',
  }),
  gauge('ronghui_unsealed_oldest_seconds', 'records', {
    ...seconds,
    help: 'How long ago the oldest unsealed event was written',
    title: '最久的未封存事件',
  }),
  gauge('ronghui_store_up', 'records', { ...flag, help: 'Whether the store of files answers', title: '文件存储可用' }),
  gauge('ronghui_store_wrong', 'records', {
    ...flag,
    help: 'Whether the store lacks the mark of this database: not mounted, empty or another one',
    title: '文件存储不对应',
  }),
  gauge('ronghui_files_lost', 'records', { help: 'Files that the store has lost', title: '丢失的文件' }),
  gauge('ronghui_disk_free_bytes', 'machine', {
    ...bytes,
    labels: ['folder'],
    help: 'Free room of the file system of DATA_DIR (`data`), and of FILES_DIR (`files`) where it is set',
    title: '磁盘剩余空间',
  }),
  gauge('ronghui_disk_size_bytes', 'machine', {
    ...bytes,
    labels: ['folder'],
    help: 'Size of the same file systems',
    title: '磁盘总空间',
  }),
  gauge('ronghui_memory_free_bytes', 'machine', {
    ...bytes,
    help: 'Memory that this process may still take',
    title: '可用内存',
  }),
  gauge('ronghui_memory_size_bytes', 'machine', {
    ...bytes,
    help: 'Memory of the machine, or the bound of its group of processes',
    title: '内存上限',
  }),
  gauge('ronghui_certificate_seconds', 'machine', {
    ...seconds,
    help: 'Until the certificate that is served ends',
    title: '证书剩余时间',
  }),
  gauge('ronghui_certificate_refused', 'machine', {
    ...flag,
    help: 'Whether the files of TLS_CERT and TLS_KEY cannot be used, so that the pair of before is served',
    title: '更新的证书被拒绝',
  }),
  gauge('ronghui_clock_offset_seconds', 'machine', {
    ...seconds,
    help: 'The clock of this node less that of the database',
    title: '与数据库的时钟差',
  }),
  counter('ronghui_clock_moves_total', 'machine', {
    help: 'How often the clock jumped, in either direction, by more than two seconds',
    title: '时钟跳变',
  }),
] as const satisfies readonly Series[];

type Listed = (typeof series)[number];
/** The names of one kind. */
export type NameOf<K extends Series['kind']> = Extract<Listed, { readonly kind: K }>['name'];

/** What the list says of a name. */
export const seriesOf = (name: Listed['name']): Series => {
  const found = series.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no series ${name}`);
  return found;
};
