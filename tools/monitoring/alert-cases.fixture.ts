/** A series of a test: a value that stands (`value`) or counts up at every scrape (`step`). */
interface Wave {
  readonly value?: number;
  readonly step?: number;
}

/** The names of series as a server in order shows them, with what they do in a quiet hour. */
export const quiet: Readonly<Record<string, Wave>> = {
  up: { value: 1 },
  ronghui_database_up: { value: 1 },
  ronghui_database_silent: { value: 0 },
  ronghui_database_full: { value: 0 },
  ronghui_database_read_only: { value: 0 },
  ronghui_database_connections: { value: 30 },
  ronghui_database_connections_max: { value: 97 },
  'ronghui_pool_waiting{pool="service"}': { value: 0 },
  ronghui_replica_up: { value: 1 },
  ronghui_replica_wrong: { value: 0 },
  ronghui_replica_lag_seconds: { value: 0.4 },
  ronghui_transaction_age: { value: 1e6 },
  ronghui_partitions_ahead: { value: 2 },
  'ronghui_disk_free_bytes{folder="data"}': { value: 5e10 },
  'ronghui_disk_size_bytes{folder="data"}': { value: 1e11 },
  'ronghui_disk_free_bytes{folder="files"}': { value: 5e10 },
  'ronghui_disk_size_bytes{folder="files"}': { value: 1e11 },
  ronghui_memory_free_bytes: { value: 4e9 },
  ronghui_memory_size_bytes: { value: 8e9 },
  ronghui_certificate_seconds: { value: 60 * 86_400 },
  ronghui_certificate_refused: { value: 0 },
  ronghui_clock_moves_total: { value: 0 },
  ronghui_clock_offset_seconds: { value: 0.02 },
  ronghui_shed_total: { value: 3 },
  ronghui_store_up: { value: 1 },
  ronghui_store_wrong: { value: 0 },
  ronghui_files_lost: { value: 0 },
  'ronghui_sms_total{provider="aliyun",outcome="accepted"}': { step: 20 },
  'ronghui_sms_total{provider="aliyun",outcome="failOver"}': { value: 0 },
  'ronghui_mail_total{outcome="accepted"}': { step: 1 },
  'ronghui_mail_total{outcome="failOver"}': { value: 0 },
  'ronghui_sms_resting{provider="aliyun"}': { value: 0 },
  'ronghui_sms_resting{provider="tencent"}': { value: 0 },
  ronghui_outbox_dead_total: { value: 0 },
  ronghui_outbox_stopped: { value: 0 },
  ronghui_outbox_oldest_seconds: { value: 2 },
  ronghui_jobs_failed: { value: 0 },
  ronghui_scheduled_jobs_failing: { value: 0 },
  ronghui_jobs_oldest_seconds: { value: 20 },
  ronghui_scheduled_jobs_overdue_seconds: { value: 3 },
  ronghui_backup_late: { value: 0 },
  ronghui_read_only: { value: 0 },
  ronghui_sms_stopped: { value: 0 },
  ronghui_unsealed_oldest_seconds: { value: 1 },
  'ronghui_calls_total{operation="order.list",status="200"}': { step: 300 },
  'ronghui_calls_total{operation="order.list",status="503"}': { step: 0.5 },
  'ronghui_call_seconds_bucket{operation="order.list",le="0.1"}': { step: 290 },
  'ronghui_call_seconds_bucket{operation="order.list",le="1"}': { step: 300 },
  'ronghui_call_seconds_bucket{operation="order.list",le="5"}': { step: 300 },
  'ronghui_call_seconds_bucket{operation="order.list",le="+Inf"}': { step: 300.5 },
  'ronghui_call_seconds_count{operation="order.list"}': { step: 300.5 },
};

/** Calls fail and are slow, as they are under every fault that explains it. */
export const badCalls: Readonly<Record<string, Wave>> = {
  'ronghui_calls_total{operation="order.list",status="503"}': { step: 200 },
  'ronghui_call_seconds_bucket{operation="order.list",le="0.1"}': { step: 0 },
  'ronghui_call_seconds_bucket{operation="order.list",le="1"}': { step: 50 },
};
const oldMessages = { ronghui_outbox_oldest_seconds: { value: 1200 } };

/** A fault as the series show it, and the alert that it raises. */
export interface AlertCase {
  readonly alert: string;
  /** Which of several faults that raise it. */
  readonly of: string;
  readonly fault: Readonly<Record<string, Wave | null>>;
}

/** What staff set while something is done to the installation, with what it does to callers and messages. */
export const maintenance: AlertCase['fault'] = {
  ronghui_read_only: { value: 1 },
  ronghui_sms_stopped: { value: 1 },
  ...badCalls,
  ...oldMessages,
};

const one = (alert: string, of: string, fault: AlertCase['fault']): AlertCase => ({ alert, of, fault });
const failing = { ronghui_sms_total: 'ronghui_sms_total{provider="aliyun",outcome="failOver"}' };

export const alertCases: readonly AlertCase[] = [
  one('RonghuiNodeDown', 'a node that is not answered', { up: { value: 0 }, ...badCalls }),
  one('RonghuiDatabaseDown', 'a database that refuses', { ronghui_database_up: { value: 0 }, ...badCalls }),
  one('RonghuiDatabaseSilent', 'a database that says nothing', {
    ronghui_database_up: { value: 0 },
    ronghui_database_silent: { value: 1 },
    'ronghui_pool_waiting{pool="service"}': { value: 40 },
    ...badCalls,
  }),
  one('RonghuiDatabaseReadOnly', 'a standby', { ronghui_database_read_only: { value: 1 }, ...badCalls }),
  one('RonghuiDatabaseConnectionsExhausted', 'a server that refuses one more', {
    ronghui_database_up: { value: 0 },
    ronghui_database_full: { value: 1 },
    ...badCalls,
  }),
  one('RonghuiDatabaseConnectionsExhausted', 'a server with few left', { ronghui_database_connections: { value: 92 } }),
  one('RonghuiPoolExhausted', 'a lock that is held', {
    'ronghui_pool_waiting{pool="service"}': { value: 12 },
    ...badCalls,
  }),
  one('RonghuiReplicaUnused', 'a replica that is gone', {
    ronghui_replica_up: { value: 0 },
    ronghui_replica_lag_seconds: null,
  }),
  one('RonghuiReplicaUnused', 'a replica that was promoted', {
    ronghui_replica_wrong: { value: 1 },
    ronghui_replica_lag_seconds: null,
  }),
  one('RonghuiReplicaBehind', 'a replica whose replay stands', { ronghui_replica_lag_seconds: { value: 240 } }),
  one('RonghuiTransactionAge', 'no vacuum', { ronghui_transaction_age: { value: 9e8 } }),
  one('RonghuiPartitionsMissing', 'a job that makes no months', { ronghui_partitions_ahead: { value: 0 } }),
  one('RonghuiDiskAlmostFull', 'a disk that fills', { 'ronghui_disk_free_bytes{folder="data"}': { value: 4e9 } }),
  one('RonghuiDiskFull', 'a disk that is full', {
    'ronghui_disk_free_bytes{folder="data"}': { value: 0 },
    ...badCalls,
  }),
  one('RonghuiDiskFull', 'the disk of the files alone', {
    'ronghui_disk_free_bytes{folder="files"}': { value: 0 },
  }),
  one('RonghuiDiskFull', 'a large one with half a percent', {
    'ronghui_disk_free_bytes{folder="data"}': { value: 5e8 },
  }),
  one('RonghuiDiskFull', 'a small one with a tenth', {
    'ronghui_disk_size_bytes{folder="data"}': { value: 5e8 },
    'ronghui_disk_free_bytes{folder="data"}': { value: 5e7 },
  }),
  one('RonghuiMemoryLow', 'a program that takes all memory', { ronghui_memory_free_bytes: { value: 2e8 } }),
  one('RonghuiCertificateEnds', 'a certificate of thirteen days', {
    ronghui_certificate_seconds: { value: 13 * 86_400 },
  }),
  one('RonghuiCertificateRefused', 'a renewal whose key is another one', { ronghui_certificate_refused: { value: 1 } }),
  one('RonghuiClockMoved', 'a clock that was set', { ronghui_clock_moves_total: { value: 1 } }),
  one('RonghuiClockMoved', 'a clock that differs from the database’s', {
    ronghui_clock_offset_seconds: { value: -45 },
  }),
  one('RonghuiShedding', 'more calls than are served', { ronghui_shed_total: { step: 60 }, ...badCalls }),
  one('RonghuiStoreGone', 'a store that does not answer', { ronghui_store_up: { value: 0 }, ...badCalls }),
  one('RonghuiStoreWrong', 'a volume that is not mounted', { ronghui_store_wrong: { value: 1 }, ...badCalls }),
  one('RonghuiFilesLost', 'files that are gone', { ronghui_files_lost: { value: 3 } }),
  one('RonghuiSenderRefuses', 'a balance that is spent', { [failing.ronghui_sms_total]: { step: 2 }, ...oldMessages }),
  one('RonghuiMailRefuses', 'a login that is refused', {
    'ronghui_mail_total{outcome="failOver"}': { step: 1 },
    ...oldMessages,
  }),
  one('RonghuiSendersResting', 'carriers that are dead', {
    'ronghui_sms_resting{provider="aliyun"}': { value: 1 },
    'ronghui_sms_resting{provider="tencent"}': { value: 1 },
    ...oldMessages,
  }),
  one('RonghuiMessagesDead', 'a mail that is refused eight times', { ronghui_outbox_dead_total: { value: 1 } }),
  one('RonghuiMessagesStopped', 'a restore', { ronghui_outbox_stopped: { value: 4 } }),
  one('RonghuiOutboxBehind', 'messages that do not leave', oldMessages),
  one('RonghuiJobFailed', 'a job that failed thrice', { ronghui_jobs_failed: { value: 1 } }),
  one('RonghuiScheduledJobFailing', 'a sweep that fails', { ronghui_scheduled_jobs_failing: { value: 1 } }),
  one('RonghuiJobsBehind', 'a queue that stands', { ronghui_jobs_oldest_seconds: { value: 1500 } }),
  one('RonghuiJobsBehind', 'rounds that nobody makes', { ronghui_scheduled_jobs_overdue_seconds: { value: 1500 } }),
  one('RonghuiBackupLate', 'no good backup', { ronghui_backup_late: { value: 1 } }),
  one('RonghuiSealBehind', 'a sealer that fails', { ronghui_unsealed_oldest_seconds: { value: 400 } }),
  one('RonghuiErrors', 'calls that fail for no known cause', {
    'ronghui_calls_total{operation="order.list",status="503"}': { step: 200 },
  }),
  one('RonghuiSlow', 'calls that are slow for no known cause', {
    'ronghui_call_seconds_bucket{operation="order.list",le="0.1"}': { step: 0 },
    'ronghui_call_seconds_bucket{operation="order.list",le="1"}': { step: 50 },
  }),
];

/** How often a server is scraped and the rules are looked at, and when the fault begins. @unit seconds */
export const scrapeSec = 15;
export const faultAtSec = 600;
const before = faultAtSec / scrapeSec;
const after = 320;

const notation = (from: Wave, to: Wave | null | undefined): string => {
  const { value = 0, step = 0 } = from;
  if (to === undefined) return `${value}+${step}x${before + after}`;
  const quietly = `${value}+${step}x${before - 1}`;
  if (to === null) return `${quietly} _x${after}`;
  const last = value + step * (before - 1);
  return `${quietly} ${to.value ?? last + (to.step ?? 0)}+${to.step ?? 0}x${after}`;
};

const withTarget = (name: string, instance: string): string => {
  const target = `job="ronghui",instance="${instance}"`;
  return name.endsWith('}') ? `${name.slice(0, -1)},${target}}` : `${name}{${target}}`;
};

/** The series of a test file of promtool for one node: quiet, then with a fault. */
export const inputSeries = (
  fault: AlertCase['fault'] = {},
  instance = 'a:8443',
): readonly { series: string; values: string }[] =>
  Object.entries(quiet).map(([name, wave]) => ({
    series: withTarget(name, instance),
    values: notation(wave, fault[name]),
  }));
