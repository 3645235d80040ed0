import type { FastifyInstance } from 'fastify';
import { takeNotice } from '#features/intent/intent.steps';
import { createAddressLimit } from '#kernel/calls/admission/address-limits';
import { createContentRead } from '#kernel/calls/content-read';
import { createOriginCheck } from '#kernel/calls/envelope/origin';
import { createReadGuard } from '#kernel/http/bodies/read-guard';
import { openChatDoor } from '#kernel/http/chat-door';
import { createCallerOf, createOpsEntry } from '#kernel/http/client-address';
import { type DoorDeps, openDoors } from '#kernel/http/doors';
import { closeOtherDoors } from '#kernel/http/other-doors';
import { openPaymentDoor } from '#kernel/http/payment-door';
import { createHeaders } from '#kernel/http/replies/headers';
import { openReportDoor } from '#kernel/http/report-door';
import { createHttpServer } from '#kernel/http/server';
import type { Shedding } from '#kernel/http/shedding';
import { openStreamDoor } from '#kernel/http/stream-door';
import { openSystemDoors } from '#kernel/http/system-doors';
import { createUploadTaker } from '#kernel/http/upload-taker';
import { createHealth } from '#kernel/observe/health';
import { createNodePhase } from '#kernel/observe/node-phase';
import type { Kernel } from './app-kernel.ts';
import type { AppOptions } from './app-options.ts';
import { openSiteDoors, styleSheets } from './site/doors.ts';

const bodyDeadlineMs = 30_000;
const uploadIdleMs = 120_000;

/** The listener with every door. */
export const doorsOf = (options: AppOptions, kernel: Kernel, shedding: Shedding): FastifyInstance => {
  const { config, database, log, clock } = options;
  const { registry, metrics, replies } = kernel;
  const headers = createHeaders({ https: config.tls !== null });
  const phase = options.phase ?? createNodePhase('serving');
  phase.onDrain(() => kernel.stopStreams());
  const http = createHttpServer({
    headers,
    tls: config.tls,
    log,
    isLeaving: () => phase.now === 'draining',
    awaken: () => options.nodes?.awaken(),
  });
  const callerOf = createCallerOf(config.proxies, config.hasProxies);
  const checkAddress = createAddressLimit(kernel.ports.fast, config.limits.requestsPerAddressPerMinute);
  const entrance = { metrics, shedding, callerOf, checkAddress };
  const mayEnterOps = createOpsEntry([config.proxies, config.hasProxies], config.opsAddresses);
  const common = {
    ...entrance,
    mayEnterOps,
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
  };
  const calls: DoorDeps = { ...common, takeUpload: createUploadTaker(common) };
  openDoors(http, calls);
  openChatDoor(http, calls);
  const guard = createReadGuard({ ...entrance, neverShed: styleSheets });
  const { limits, metricsToken, hasProxies } = config;
  const health = createHealth(database.pool('service'), phase, { state: kernel.ports.fast, clock });
  // Registered in a plugin of its own: the doors for calls run their own checks and use no hook.
  void http.register((reads, _options, done) => {
    reads.addHook('onRequest', guard);
    openSystemDoors(reads, { headers, registry, limits, metrics, health, metricsToken, hasProxies, mayEnterOps });
    openPaymentDoor(reads, {
      headers,
      digests: options.secrets.digests,
      callerOf,
      takeNotice: (channel, notice) => takeNotice({ database, ports: kernel.ports }, channel, notice),
    });
    openReportDoor(reads, { headers, database, digests: options.secrets.digests, callerOf });
    openStreamDoor(reads, {
      ...calls,
      sessions: kernel.sessions,
      sources: { portal: kernel.streams, ops: kernel.deskStreams },
      isLeaving: () => phase.now === 'draining',
    });
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
      releases: kernel.releases,
      callerOf,
    });
    done();
  });
  closeOtherDoors(http, { headers, log, guard });
  return http;
};
