import { operations } from '@ronghui/contract';
import { readOnlyTime } from '@ronghui/domain/maintenance';
import { createDemoBank } from '#adapters/demo-bank';
import { createDemoIssuer } from '#adapters/demo-issuer';
import { createScanCommand } from '#adapters/scan-command';
import { findFirstStep } from '#features/audit/first-step';
import { isCertified } from '#features/certification/certification.reads';
import { createDeskStreams } from '#features/chat/desk-stream/desk-streams';
import { createChatStreams } from '#features/chat/stream/chat-streams';
import { isOurStore } from '#features/file/file-store';
import { handlers } from '#features/index';
import { isDocCenterOpen, keptSite } from '#features/site/site.reads';
import { createAdmission, passwordAdmission, unsealingAdmission } from '#kernel/calls/admission/admission';
import { createShares, staffShare, tenantShare } from '#kernel/calls/admission/shares';
import { createUnfinishedTries } from '#kernel/calls/admission/unfinished-tries';
import type { AnyHandler } from '#kernel/calls/call';
import { createDispatch } from '#kernel/calls/dispatch';
import { createSignatureCheck } from '#kernel/calls/envelope/signature';
import { createIdempotency } from '#kernel/calls/idempotency/idempotency';
import { createRegistry } from '#kernel/calls/registry';
import { createContentCache } from '#kernel/calls/replies/content-cache';
import { createReplyCache, type ReplyCache } from '#kernel/calls/replies/reply-cache';
import { createSessions } from '#kernel/calls/sessions/session';
import { createReleaseFiles } from '#kernel/http/releases/release-files';
import { createOutbox } from '#kernel/jobs/outbox';
import { keptMaintenance } from '#kernel/maintenance/kept-maintenance';
import { createAudit } from '#kernel/observe/audit';
import { createMetrics, type Metrics } from '#kernel/observe/metrics';
import type { FastState, Files, Passwords, Ports } from '#kernel/ports';
import { type CryptoKeys, createCryptoKeys } from '#kernel/secrets/crypto-keys';
import { createHashing } from '#kernel/secrets/hashing';
import { createPasswords } from '#kernel/secrets/passwords';
import { readCalendar } from '#kernel/setup/holidays';
import { createIds } from '#kernel/setup/ids';
import { publicConfigOf } from '#kernel/setup/public-config';
import { createWakeUps } from '#kernel/waking/wake-ups';
import type { AppOptions } from './app-options.ts';
import { openPayments } from './open-payments.ts';

/** The options with the opened store of files and the opened shared state. */
type StoredOptions = AppOptions & { readonly files: Files; readonly fast: FastState };

/** Ports that the kernel makes itself. */
interface KernelParts {
  readonly passwords: Passwords;
  readonly cryptoKeys: CryptoKeys;
  readonly replies: ReplyCache;
  readonly metrics: Metrics;
  readonly wakeUps: Ports['wakeUps'];
}

const portsOf = (options: StoredOptions, { passwords, cryptoKeys, replies, metrics, wakeUps }: KernelParts): Ports => {
  const { clock, secrets, config, log } = options;
  return {
    clock,
    ids: createIds(clock),
    passwords,
    fast: options.fast,
    tries: createUnfinishedTries(config.sharedState === 'memory' ? null : options.database),
    outbox: createOutbox(secrets.vault),
    wakeUps,
    digests: secrets.digests,
    trail: secrets.trail,
    vault: secrets.vault,
    publicKeys: cryptoKeys,
    keepContent: createContentCache({ clock, contentVersion: () => replies.version }),
    files: options.files,
    isStoreOurs: () => isOurStore({ database: options.database, files: options.files, clock, log }),
    scan: config.scanCommand === null ? null : createScanCommand(config.scanCommand, log),
    bank: createDemoBank(config.dataDir, clock),
    invoiceIssuer: config.demo ? createDemoIssuer(clock) : null,
    payments: openPayments(options),
    calendar: readCalendar(config.dataDir),
    limits: config.limits,
    log,
    watched: metrics.seen,
    config: publicConfigOf(config),
  };
};

/** The steps that every call passes, wired together. */
export const kernelOf = (options: StoredOptions) => {
  const { config, database, secrets, clock, log } = options;
  const admission = createAdmission(passwordAdmission);
  const unsealing = createAdmission(options.unsealing ?? unsealingAdmission);
  const cryptoKeys = createCryptoKeys(database, secrets.vault, clock);
  const hashing = createHashing(passwordAdmission.inFlight, options.hashCost);
  const passwords = createPasswords(secrets.peppers, admission, hashing);
  const replies = createReplyCache(clock);
  const metrics = createMetrics();
  const wakeUps = createWakeUps(database, log);
  const ports = portsOf(options, { passwords, cryptoKeys, replies, metrics, wakeUps });
  const sessions = createSessions({ database, secrets, clock, limits: config.limits, log, fast: ports.fast });
  const windowMs = config.limits.signatureWindowMinutes * 60_000;
  const registry = createRegistry(
    { ...operations, ...options.extra?.operations },
    // The registry pairs each handler with its declaration, so its own types end here.
    { ...(handlers as unknown as Record<string, AnyHandler>), ...options.extra?.handlers },
    { exactReplies: config.environment === 'test' },
  );
  const dispatch = createDispatch({
    database,
    replica: options.replica ?? null,
    sessions,
    idempotency: createIdempotency(secrets.vault, config.limits),
    audit: createAudit(database, ports.fast, log),
    ports,
    shares: { tenant: createShares(tenantShare), staff: createShares(staffShare) },
    clock,
    cryptoKeys,
    unsealing,
    checkSignature: createSignatureCheck({ clock, fast: ports.fast, windowMs }),
    admission,
    replies,
    isDocCenterOpen: async () => isDocCenterOpen(await keptSite(database.reading('service'), ports)),
    isCertified,
    findFirstStep,
    readOnly: async () => readOnlyTime(await keptMaintenance(database.reading('service'), ports), clock.now()),
    metrics,
  });
  const releases = createReleaseFiles({
    files: ports.files,
    isStoreOurs: ports.isStoreOurs,
    clock,
    digests: ports.digests,
    log,
    builds: { portal: options.portal?.assets ?? null, console: options.console?.assets ?? null },
  });
  const streams = createChatStreams({ database, sessions, log, now: () => clock.now(), times: options.streams });
  const deskStreams = createDeskStreams({ database, sessions, log, times: options.streams });
  return {
    admission,
    unsealing,
    hashing,
    cryptoKeys,
    ports,
    sessions,
    replies,
    metrics,
    registry,
    dispatch,
    wakeUps,
    streams,
    deskStreams,
    stopStreams() {
      streams.stop();
      deskStreams.stop();
    },
    releases,
  };
};

/** What `kernelOf` has wired. */
export type Kernel = ReturnType<typeof kernelOf>;
