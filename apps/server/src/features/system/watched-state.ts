import type { Output } from '@ronghui/contract';
import { listLastFailures } from '#features/sender/sender.reads';
import type { Db } from '#kernel/database/db';
import { mostLagSec } from '#kernel/database/replica/replica';
import { findFailingMails } from '#kernel/jobs/outbox.sql';
import { listFailedJobs } from '#kernel/jobs/sent-job.sql';
import { type Readings, readingsOf } from '#kernel/observe/gauges';
import type { Ports } from '#kernel/ports';

type State = Output<'ops.system.get'>;
type ReplicaState = NonNullable<State['replica']>['state'];
type Gauge = keyof Readings;

const failedShown = 50;

/** The value of a gauge without labels; undefined where nobody knows it. */
const valueOf = (seen: Readings, name: Gauge): number | undefined => readingsOf(seen[name])[0]?.value;
const isSet = (seen: Readings, name: Gauge): boolean => valueOf(seen, name) === 1;

const storeStateOf = (seen: Readings): State['store']['state'] => {
  if (valueOf(seen, 'ronghui_store_up') === undefined) return 'unknown';
  if (!isSet(seen, 'ronghui_store_up')) return 'gone';
  return isSet(seen, 'ronghui_store_wrong') ? 'wrong' : 'ok';
};

const replicaStateOf = (seen: Readings, lagSec: number | undefined): ReplicaState => {
  if (valueOf(seen, 'ronghui_replica_up') === undefined) return 'unknown';
  if (!isSet(seen, 'ronghui_replica_up')) return 'gone';
  if (isSet(seen, 'ronghui_replica_wrong')) return 'wrong';
  return lagSec === undefined || lagSec > mostLagSec ? 'behind' : 'ok';
};

const replicaOf = (seen: Readings, hasReplica: boolean): State['replica'] => {
  if (!hasReplica) return null;
  const lagSec = valueOf(seen, 'ronghui_replica_lag_seconds');
  return { state: replicaStateOf(seen, lagSec), lagSec: lagSec === undefined ? null : Math.round(lagSec) };
};

const diskOf = (seen: Readings, folder: 'data' | 'files'): State['store']['disk'] => {
  const valueIn = (gauge: Gauge) => readingsOf(seen[gauge]).find(({ labels }) => labels['folder'] === folder)?.value;
  const [freeBytes, sizeBytes] = [valueIn('ronghui_disk_free_bytes'), valueIn('ronghui_disk_size_bytes')];
  return freeBytes === undefined || sizeBytes === undefined ? null : { freeBytes, sizeBytes };
};

const storeOf = (seen: Readings, kind: State['store']['kind']): State['store'] => ({
  kind,
  state: storeStateOf(seen),
  disk: diskOf(seen, 'data'),
  ...(kind === 'sharedFolder' && { filesDisk: diskOf(seen, 'files') }),
  lost: valueOf(seen, 'ronghui_files_lost') ?? null,
});

const certificateOf = (seen: Readings, now: Date): State['certificate'] => {
  const leftSec = valueOf(seen, 'ronghui_certificate_seconds');
  if (leftSec === undefined) return null;
  const endsAt = new Date(now.getTime() + Math.round(leftSec) * 1000).toISOString();
  return { endsAt, isRefused: isSet(seen, 'ronghui_certificate_refused') };
};

const sendersOf = async (db: Db, seen: Readings, { config }: Ports): Promise<State['senders']> => {
  const [failures, mails] = [await listLastFailures(db, config.smsOrder), await findFailingMails(db)];
  const rests = readingsOf(seen.ronghui_sms_resting);
  return {
    smsStopped: isSet(seen, 'ronghui_sms_stopped'),
    sms: config.smsOrder.map((provider) => {
      const last = failures.find((failure) => failure.provider === provider);
      return {
        provider,
        isResting: rests.some(({ labels, value }) => labels['provider'] === provider && value === 1),
        ...(last !== undefined && {
          failure: { at: last.at.toISOString(), refusal: last.refusal, reason: last.reason ?? '' },
        }),
      };
    }),
    mail: { failing: mails.count, reason: mails.reason },
  };
};

/** What the gauges of /metrics and the tables behind them say: replica, store, senders, jobs that failed, certificate (running 6.4). */
export const readWatched = async (
  db: Db,
  ports: Ports,
): Promise<Pick<State, 'replica' | 'store' | 'senders' | 'failedJobs' | 'certificate'>> => {
  const seen = await ports.watched();
  const failed = await listFailedJobs(db, { jobTries: ports.limits.jobTries, limit: failedShown });
  return {
    replica: replicaOf(seen, ports.config.hasReplica),
    store: storeOf(seen, ports.config.store),
    senders: await sendersOf(db, seen, ports),
    failedJobs: failed.map((row) => ({
      jobId: row.job_id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      endedAt: row.ended_at.toISOString(),
      failure: row.failure ?? '',
    })),
    certificate: certificateOf(seen, ports.clock.now()),
  };
};
