import type { FastifyInstance } from 'fastify';
import { createBackupProcess } from '#adapters/backup-process';
import { resultRoomOf } from '#features/file/file.steps';
import { clockCorrections, jobs as featureJobs, sentJobs as featureSentJobs } from '#features/index';
import { backupJobs } from '#kernel/backup/backup-job';
import type { Dispatch } from '#kernel/calls/dispatch';
import type { Registry } from '#kernel/calls/registry';
import { type Listeners, listenTo } from '#kernel/database/changes/notifications';
import { createShedding } from '#kernel/http/shedding';
import type { Job } from '#kernel/jobs/jobs';
import { createOutboxWorker, type OutboxWorker } from '#kernel/jobs/outbox';
import { contractJobs } from '#kernel/jobs/own/contract-job';
import { kernelClock, kernelJobs } from '#kernel/jobs/own/kernel-jobs';
import { stateJobs } from '#kernel/jobs/own/state-sweep';
import { createScheduledJobs } from '#kernel/jobs/scheduled-jobs';
import { createSentJobs, type SentJobs } from '#kernel/jobs/sent-jobs';
import { createAuditHeads } from '#kernel/observe/audit-heads';
import { type AuditSealer, createAuditSealer } from '#kernel/observe/audit-seal';
import { createMemoryAtRest } from '#kernel/observe/memory-at-rest';
import type { Metrics } from '#kernel/observe/metrics';
import type { Ports } from '#kernel/ports';
import type { CryptoKeys } from '#kernel/secrets/crypto-keys';
import { keyJobs } from '#kernel/secrets/data-keys/reseal';
import { type ClockCorrections, createClockCorrections } from '#kernel/setup/clock-correction';
import { topicsIn } from '#kernel/waking/wake-ups';
import { doorsOf } from './app-doors.ts';
import { type Kernel, kernelOf } from './app-kernel.ts';
import type { AppOptions } from './app-options.ts';
import { openChannels } from './open-channels.ts';
import { openFastState } from './open-fast-state.ts';
import { openFiles } from './open-files.ts';
import { watchApp } from './watch-app.ts';

/** The process without its listener: everything is wired, nothing runs until `start`. */
export interface App {
  readonly http: FastifyInstance;
  readonly ports: Ports;
  readonly registry: Registry;
  readonly dispatch: Dispatch;
  readonly outbox: OutboxWorker;
  readonly sentJobs: SentJobs;
  readonly auditSealer: AuditSealer;
  readonly cryptoKeys: CryptoKeys;
  readonly metrics: Metrics;
  readonly clockCorrections: ClockCorrections;
  /** Lays the hashed files of this build into the store, before a page that names them is served. Never rejects. */
  layFiles(): Promise<void>;
  /** Starts background work, once the process listens. */
  start(): void;
  /** Waits for writes that calls have left running in the background. */
  settle(): Promise<void>;
  /** Stops everything except the database's connections, which the caller owns. */
  close(): Promise<void>;
}

/** Beyond these values the process refuses calls (security 4.14). */
const sheddingBounds = { maxDelayMs: 300, maxInFlight: 2000 };

const nodeOf = ({ node }: AppOptions): Pick<AppOptions, 'node'> => (node === undefined ? {} : { node });

/** What a notification fails to bring the job that re-seals makes up for. Sessions that were read have the signing keys of before. */
const readKeysOf =
  ({ secrets, log }: AppOptions, { sessions }: Kernel) =>
  (): void =>
    void secrets.refresh().then(
      () => sessions.forget(),
      (error: unknown) => log.error({ event: 'dataKeysNotRead', error }),
    );

/** Reacts to notifications from other nodes. */
const listenersOf = (
  {
    readKeys,
    outbox,
    sentJobs,
  }: { readonly readKeys: () => void; readonly outbox: OutboxWorker; readonly sentJobs: SentJobs },
  { sessions, replies, streams, deskStreams }: Kernel,
): Listeners => ({
  on: {
    session_ended: (tokenHash) => {
      sessions.forget(tokenHash);
      streams.sessionEnded(tokenHash);
      deskStreams.sessionEnded(tokenHash);
    },
    content_changed: () => replies.clear(),
    outbox_filled: () => outbox.wake(),
    job_sent: () => sentJobs.wake(),
    job_cancelled: (jobId) => sentJobs.cancelled(jobId),
    data_key_changed: readKeys,
    woken(payload) {
      const topics = topicsIn(payload);
      streams.woken(topics);
      deskStreams.woken(topics);
    },
  },
  caughtUp() {
    readKeys();
    sessions.forget();
    replies.clear();
    sentJobs.wake();
    streams.lookAtAll();
    deskStreams.lookAtAll();
  },
});

/** Corrects what was stored by a clock that was set back. */
const correctionsOf = (
  { database, clock, log, config: { limits } }: AppOptions,
  { sessions, metrics }: Pick<Kernel, 'sessions' | 'metrics'>,
) =>
  createClockCorrections({
    database,
    clock,
    log,
    limits,
    corrections: [kernelClock, ...clockCorrections],
    forget: () => sessions.forget(),
    countMove: metrics.countClockMove,
  });

/** The worker of what calls send, which reads exports from the replica where there is one. */
const sentJobsOf = (options: AppOptions, { ports, metrics }: Pick<Kernel, 'ports' | 'metrics'>): SentJobs =>
  createSentJobs({
    database: options.database,
    replica: options.replica ?? null,
    ports,
    metrics,
    resultRoom: resultRoomOf(ports.limits),
    jobs: [...featureSentJobs, ...(options.extraJobs ?? [])],
    ...nodeOf(options),
  });

/** All that comes round. */
const jobsOf = ({ config, secrets, takeBackup = createBackupProcess() }: AppOptions): readonly Job[] => [
  ...kernelJobs(config.limits),
  ...(config.sharedState === 'postgres' ? stateJobs(config.limits) : []),
  ...featureJobs,
  ...backupJobs(config.backup.plan, takeBackup),
  ...keyJobs(secrets),
  ...contractJobs(config.databaseUrl),
];

/** Builds the application from adapters, kernel, features and doors (house 5). With `app-kernel.ts` and `app-doors.ts` the only file that imports all of them. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, database, databaseUrl, secrets, clock, log } = options;
  const [files, fast] = [options.files ?? (await openFiles(config)), options.fast ?? (await openFastState(options))];
  const kernel = kernelOf({ ...options, files, fast });
  const { ports, registry, cryptoKeys, metrics, sessions } = kernel;
  const shedding = createShedding(options.shedding ?? sheddingBounds);
  const channels = await openChannels(options, metrics);
  const outbox = createOutboxWorker({
    database,
    vault: secrets.vault,
    channels,
    log,
    countDead: metrics.countDead,
    ...nodeOf(options),
  });
  const http = doorsOf(options, kernel, shedding);
  const sentJobs = sentJobsOf(options, kernel);
  const jobs = jobsOf(options);
  watchApp(options, kernel, { shedding, sentJobs, jobNames: jobs.map(({ name }) => name) });
  const notifications = await listenTo(database, {
    url: databaseUrl,
    listeners: listenersOf({ readKeys: readKeysOf(options, kernel), outbox, sentJobs }, kernel),
    log,
  });
  const scheduledJobs = createScheduledJobs({ database, ports, log, jobs });
  const corrections = correctionsOf(options, kernel);
  const memory = createMemoryAtRest({ inFlight: () => shedding.inFlight, collect: () => globalThis.gc?.() });
  const auditSealer = createAuditSealer({
    database,
    trail: secrets.trail,
    log,
    keepHead: createAuditHeads(config.dataDir, clock).keep,
  });
  return {
    http,
    ports,
    registry,
    dispatch: kernel.dispatch,
    outbox,
    sentJobs,
    auditSealer,
    cryptoKeys,
    metrics,
    clockCorrections: corrections,
    layFiles: () => kernel.releases.lay(),
    start() {
      corrections.start();
      // A store that does not work now is asked again by every upload.
      ports.isStoreOurs().catch((error: unknown) => log.error({ event: 'storageFailed', error }));
      shedding.reset();
      memory.start();
      outbox.start();
      auditSealer.start();
      scheduledJobs.start();
      sentJobs.start();
    },
    settle: () => sessions.settle(),
    async close() {
      kernel.stopStreams();
      corrections.stop();
      memory.stop();
      // Each may take seconds, and a stop has ten.
      await Promise.all([http.close(), scheduledJobs.stop(), sentJobs.stop()]);
      await sessions.settle();
      await kernel.wakeUps.settle();
      await outbox.stop();
      channels.mail.close?.();
      await auditSealer.stop();
      await notifications.stop();
      await kernel.hashing.close();
      fast.close?.();
      shedding.stop();
    },
  };
};
