import { operations } from '@ronghui/contract';
import type { FastifyInstance } from 'fastify';
import { createDemoBank } from '#adapters/demo-bank';
import { createDemoIssuer } from '#adapters/demo-issuer';
import { createMemoryFastState } from '#adapters/memory-fast-state';
import { createFileSenders } from '#adapters/outbox-files';
import { createScanCommand } from '#adapters/scan-command';
import { isCertified } from '#features/certification/certification.reads';
import { countLost } from '#features/file/file.reads';
import { isOurStore } from '#features/file/file-store';
import { clockCorrections, jobs as featureJobs, sentJobs as featureSentJobs, handlers } from '#features/index';
import { isDocCenterOpen, keptSite } from '#features/site/site.reads';
import { createAddressLimit } from '#kernel/calls/admission/address-limits';
import { createAdmission, passwordAdmission, unsealingAdmission } from '#kernel/calls/admission/admission';
import { createUnfinishedTries } from '#kernel/calls/admission/unfinished-tries';
import type { AnyHandler } from '#kernel/calls/call';
import { createContentRead } from '#kernel/calls/content-read';
import { createDispatch } from '#kernel/calls/dispatch';
import { createOriginCheck } from '#kernel/calls/envelope/origin';
import { createSignatureCheck } from '#kernel/calls/envelope/signature';
import { createIdempotency } from '#kernel/calls/idempotency/idempotency';
import { createRegistry, type Registry } from '#kernel/calls/registry';
import { createContentCache } from '#kernel/calls/replies/content-cache';
import { createReplyCache, type ReplyCache } from '#kernel/calls/replies/reply-cache';
import { createSessions } from '#kernel/calls/sessions/session';
import type { Database } from '#kernel/database/db';
import { type Listeners, listenTo } from '#kernel/database/notifications';
import { createReadGuard } from '#kernel/http/bodies/read-guard';
import { createCallerOf, createOpsEntry } from '#kernel/http/client-address';
import { openDoors } from '#kernel/http/doors';
import { closeOtherDoors } from '#kernel/http/other-doors';
import { createHeaders } from '#kernel/http/replies/headers';
import { createHttpServer } from '#kernel/http/server';
import { createShedding, type Shedding } from '#kernel/http/shedding';
import { openSystemDoors } from '#kernel/http/system-doors';
import { createJobs } from '#kernel/jobs/jobs';
import { kernelClock, kernelJobs } from '#kernel/jobs/kernel-jobs';
import { createOutbox, createOutboxWorker, type OutboxWorker } from '#kernel/jobs/outbox';
import { countWaitingJobs } from '#kernel/jobs/sent-job.sql';
import { createSentJobs, type SentJobs } from '#kernel/jobs/sent-jobs';
import { createAudit } from '#kernel/observe/audit';
import { type AuditSealer, createAuditSealer } from '#kernel/observe/audit-seal';
import { createHealth } from '#kernel/observe/health';
import { createMetrics, type Metrics } from '#kernel/observe/metrics';
import type { Files, Passwords, Ports } from '#kernel/ports';
import { type CryptoKeys, createCryptoKeys } from '#kernel/secrets/crypto-keys';
import { createHashing } from '#kernel/secrets/hashing';
import { createPasswords } from '#kernel/secrets/passwords';
import { type ClockCorrections, createClockCorrections } from '#kernel/setup/clock-correction';
import { readCalendar } from '#kernel/setup/holidays';
import { createIds } from '#kernel/setup/ids';
import { publicConfigOf } from '#kernel/setup/public-config';
import type { AppOptions } from './app-options.ts';
import { openFiles } from './open-files.ts';
import { openSiteDoors, styleSheets } from './site/doors.ts';

/** The process without its listener: everything is wired, nothing runs until `start`. */
export interface App {
  readonly http: FastifyInstance;
  readonly ports: Ports;
  readonly registry: Registry;
  readonly outbox: OutboxWorker;
  readonly sentJobs: SentJobs;
  readonly auditSealer: AuditSealer;
  readonly cryptoKeys: CryptoKeys;
  readonly metrics: Metrics;
  readonly clockCorrections: ClockCorrections;
  /** Starts background work, once the process listens. */
  start(): void;
  /** Waits for writes that calls have left running in the background. */
  settle(): Promise<void>;
  /** Stops everything except the database's connections, which the caller owns. */
  close(): Promise<void>;
}

const bodyDeadlineMs = 30_000;
const uploadIdleMs = 120_000;
/** Beyond these values the process refuses calls (security 4.14). */
const sheddingBounds = { maxDelayMs: 300, maxInFlight: 2000 };

/** The options with the opened store of files. */
type StoredOptions = AppOptions & { readonly files: Files };

/** Ports that the kernel makes itself. */
interface KernelParts {
  readonly passwords: Passwords;
  readonly cryptoKeys: CryptoKeys;
  readonly replies: ReplyCache;
}

const portsOf = (options: StoredOptions, { passwords, cryptoKeys, replies }: KernelParts): Ports => {
  const { clock, secrets, config, log } = options;
  return {
    clock,
    ids: createIds(clock),
    passwords,
    fast: options.fast ?? createMemoryFastState(clock),
    tries: createUnfinishedTries(),
    outbox: createOutbox(secrets.vault),
    digests: secrets.digests,
    vault: secrets.vault,
    publicKeys: cryptoKeys,
    keepContent: createContentCache({ clock, contentVersion: () => replies.version }),
    files: options.files,
    isStoreOurs: () => isOurStore({ database: options.database, files: options.files, clock, log }),
    scan: config.scanCommand === null ? null : createScanCommand(config.scanCommand, log),
    bank: createDemoBank(config.dataDir, clock),
    invoiceIssuer: config.demo ? createDemoIssuer() : null,
    calendar: readCalendar(config.dataDir),
    limits: config.limits,
    log,
    config: publicConfigOf(config),
  };
};

/** The steps that every call passes, wired together. */
const kernelOf = (options: StoredOptions) => {
  const { config, database, secrets, clock, log } = options;
  const admission = createAdmission(passwordAdmission);
  const cryptoKeys = createCryptoKeys(database, secrets.vault, clock);
  const hashing = createHashing(passwordAdmission.inFlight);
  const passwords = createPasswords(secrets.pepper, admission, hashing);
  const replies = createReplyCache(clock);
  const ports = portsOf(options, { passwords, cryptoKeys, replies });
  const sessions = createSessions({ database, secrets, clock, limits: config.limits, log, fast: ports.fast });
  const metrics = createMetrics();
  const windowMs = config.limits.signatureWindowMinutes * 60_000;
  const registry = createRegistry(
    { ...operations, ...options.extra?.operations },
    // The registry pairs each handler with its declaration, so its own types end here.
    { ...(handlers as unknown as Record<string, AnyHandler>), ...options.extra?.handlers },
    { exactReplies: config.environment === 'test' },
  );
  const dispatch = createDispatch({
    database,
    sessions,
    idempotency: createIdempotency(database, secrets.vault),
    audit: createAudit(database, ports.fast, log),
    ports,
    clock,
    cryptoKeys,
    unsealing: createAdmission(options.unsealing ?? unsealingAdmission),
    checkSignature: createSignatureCheck({ clock, fast: ports.fast, windowMs }),
    admission,
    replies,
    isDocCenterOpen: async () => isDocCenterOpen(await keptSite(database.reading('service'), ports)),
    isCertified: (tenantId) => isCertified(database.reading({ tenantId }), tenantId),
    metrics,
  });
  return { admission, hashing, cryptoKeys, ports, sessions, replies, metrics, registry, dispatch };
};

type Kernel = ReturnType<typeof kernelOf>;

/** The listener with every door. */
const doorsOf = (options: AppOptions, kernel: Kernel, shedding: Shedding): FastifyInstance => {
  const { config, database, log, clock } = options;
  const { registry, metrics, replies } = kernel;
  const headers = createHeaders({ https: config.tls !== null });
  const http = createHttpServer(headers, config.tls, log);
  const callerOf = createCallerOf(config.proxies, config.hasProxies);
  const checkAddress = createAddressLimit(kernel.ports.fast, config.limits.requestsPerAddressPerMinute);
  const entrance = { metrics, shedding, callerOf, checkAddress };
  openDoors(http, {
    ...entrance,
    mayEnterOps: createOpsEntry([config.proxies, config.hasProxies], config.opsAddresses),
    registry,
    dispatch: kernel.dispatch,
    headers,
    limits: config.limits,
    log,
    production: config.environment === 'production',
    allowedOrigins: config.allowedOrigins,
    bodyDeadlineMs: options.bodyDeadlineMs ?? bodyDeadlineMs,
    uploadIdleMs,
    checkOrigin: createOriginCheck(config.allowedOrigins),
  });
  const guard = createReadGuard({ ...entrance, neverShed: styleSheets });
  const { limits, metricsToken } = config;
  const health = createHealth(database.pool('service'));
  // Registered in a plugin of its own: the doors for calls run their own checks and use no hook.
  void http.register((reads, _options, done) => {
    reads.addHook('onRequest', guard);
    openSystemDoors(reads, { headers, registry, limits, metrics, health, metricsToken });
    openSiteDoors(reads, {
      config,
      database,
      portal: options.portal,
      console: options.console,
      headers,
      read: createContentRead(registry, database, kernel.ports),
      clock,
      keepContent: kernel.ports.keepContent,
      contentVersion: () => replies.version,
      callerOf,
    });
    done();
  });
  closeOtherDoors(http, { headers, log, guard });
  return http;
};

const watchKernel = ({ metrics, admission }: Kernel, shedding: Shedding, database: Database): void => {
  metrics.watch('ronghui_in_flight', 'Calls in flight', () => shedding.inFlight);
  const about = 'Calls that hold a place among the password hashes';
  metrics.watch('ronghui_password_places_taken', about, () => admission.taken);
  metrics.ask('ronghui_files_lost', 'Files that the store has lost', () => countLost(database.reading('service')));
  const waiting = 'Jobs that were sent and wait for their turn';
  metrics.ask('ronghui_jobs_waiting', waiting, () => countWaitingJobs(database.reading('service')));
};

/** Reacts to notifications from other nodes. */
const listenersOf = ({ sessions, replies }: Kernel, outbox: OutboxWorker, sentJobs: SentJobs): Listeners => ({
  on: {
    session_ended: (tokenHash) => sessions.forget(tokenHash),
    content_changed: () => replies.clear(),
    outbox_filled: () => outbox.wake(),
    job_sent: () => sentJobs.wake(),
    job_cancelled: (jobId) => sentJobs.cancelled(jobId),
  },
  caughtUp() {
    sessions.forget();
    replies.clear();
    sentJobs.wake();
  },
});

/** Corrects what was stored by a clock that was set back. */
const correctionsOf = ({ database, clock, log, config: { limits } }: AppOptions, sessions: Kernel['sessions']) =>
  createClockCorrections({
    database,
    clock,
    log,
    limits,
    corrections: [kernelClock, ...clockCorrections],
    forget: () => sessions.forget(),
  });

/** Builds the application from adapters, kernel, features and doors (house 5). The only file that imports all of them. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, database, databaseUrl, secrets, clock, log } = options;
  const kernel = kernelOf({ ...options, files: options.files ?? (await openFiles(config)) });
  const { ports, registry, cryptoKeys, metrics, sessions } = kernel;
  const shedding = createShedding(options.shedding ?? sheddingBounds);
  const senders = createFileSenders(config.dataDir, clock);
  const outbox = createOutboxWorker({ database, vault: secrets.vault, senders, log });
  const http = doorsOf(options, kernel, shedding);
  watchKernel(kernel, shedding, database);
  const sentJobs = createSentJobs({
    database,
    ports,
    metrics,
    jobs: [...featureSentJobs, ...(options.extraJobs ?? [])],
  });
  metrics.watch('ronghui_jobs_running', 'Jobs that run in this process', () => sentJobs.running);
  const notifications = await listenTo(database, {
    url: databaseUrl,
    listeners: listenersOf(kernel, outbox, sentJobs),
    log,
  });
  const jobs = createJobs(databaseUrl, [...kernelJobs(config.limits), ...featureJobs], { database, ports, log });
  const corrections = correctionsOf(options, sessions);
  const auditSealer = createAuditSealer({ database, digests: secrets.digests, log });
  return {
    http,
    ports,
    registry,
    outbox,
    sentJobs,
    auditSealer,
    cryptoKeys,
    metrics,
    clockCorrections: corrections,
    start() {
      corrections.start();
      // A store that does not work now is asked again by every upload.
      ports.isStoreOurs().catch((error: unknown) => log.error({ event: 'storageFailed', error }));
      shedding.reset();
      outbox.start();
      auditSealer.start();
      jobs.start();
      sentJobs.start();
    },
    settle: () => sessions.settle(),
    async close() {
      corrections.stop();
      await http.close();
      await sessions.settle();
      await Promise.all([jobs.stop(), sentJobs.stop()]);
      await outbox.stop();
      await auditSealer.stop();
      await notifications.stop();
      await kernel.hashing.close();
      shedding.stop();
    },
  };
};
