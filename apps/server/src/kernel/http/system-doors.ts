import { timingSafeEqual } from 'node:crypto';
import { describeOpenApi, nouns } from '@ronghui/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from '#kernel/calls/registry';
import { apiPage } from '#kernel/http/replies/api-page';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/replies/headers';
import { jsonInTurns, madeWhenAsked } from '#kernel/http/replies/made-when-asked';
import { plainCss } from '#kernel/http/replies/plain-page';
import { sendStatic, sendText } from '#kernel/http/replies/send-file';
import { type StaticFile, staticFile } from '#kernel/http/replies/static-files';
import type { Health } from '#kernel/observe/health';
import type { Metrics } from '#kernel/observe/metrics';
import type { Limits } from '#kernel/ports';

/** Dependencies of these doors. */
export interface SystemDoorDeps {
  readonly headers: ResponseHeaders;
  readonly registry: Registry;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly metricsToken: string | null;
}

const json = 'application/json; charset=utf-8';
const jsonFile = (text: string): StaticFile => staticFile(json, Buffer.from(`${text}\n`));
const asJson = (value: unknown): StaticFile => jsonFile(JSON.stringify(value));

const inputsMarked = (schema: unknown, path = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('x-id' in schema) return [path];
  if ('anyOf' in schema)
    return [...new Set(Object.values(Object(schema.anyOf)).flatMap((one) => inputsMarked(one, path)))];
  if ('properties' in schema) {
    const prefix = path === '' ? '' : `${path}.`;
    return Object.entries(Object(schema.properties)).flatMap(([name, child]) => inputsMarked(child, prefix + name));
  }
  return 'items' in schema ? inputsMarked(schema.items, `${path}[]`) : [];
};

/** Describes every operation for programs (contract 7). */
const operationList = (registry: Registry) =>
  registry.all().map(({ id, spec }) => ({
    id,
    path: spec.path,
    who: spec.who,
    keys: spec.keys ?? [],
    idempotent: spec.idempotent === true,
    ids: inputsMarked(spec.request),
  }));

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);

const hasToken = (request: FastifyRequest, token: string | null): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Only this machine, or a caller with the token, may read metrics; a request that a proxy forwarded does not come from this machine. */
const maySeeMetrics = (request: FastifyRequest, token: string | null): boolean =>
  hasToken(request, token) ||
  (isLoopback(request.raw.socket.remoteAddress) &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined);

/** Health, readiness, metrics, and the descriptions that are derived from the contract. */
export const openSystemDoors = (app: FastifyInstance, deps: SystemDoorDeps): void => {
  const { headers, health } = deps;
  const noStore = [...headers.plain, 'cache-control', 'no-store'];
  const described = { headers: headers.plain, cacheControl: 'no-cache' };
  const page = { headers: headers.page(pagePolicy({ scriptHashes: [], connect: [] })), cacheControl: 'no-cache' };

  const files: Readonly<Record<string, StaticFile>> = {
    '/limits.json': asJson(deps.limits),
    '/operations.json': asJson(operationList(deps.registry)),
    '/plain.css': staticFile('text/css; charset=utf-8', Buffer.from(plainCss)),
  };
  for (const [path, file] of Object.entries(files)) {
    app.get(path, (request, reply) => sendStatic(request, reply, file, described));
  }
  // Large and seldom read: a server at rest does not keep them.
  const openApi = madeWhenAsked(async () => jsonFile(await jsonInTurns(describeOpenApi(), 2)));
  app.get('/openapi.json', async (request, reply) => sendStatic(request, reply, await openApi(), described));
  const api = madeWhenAsked(async () => staticFile('text/html; charset=utf-8', Buffer.from(apiPage(nouns))));
  app.get('/api-docs', async (request, reply) => sendStatic(request, reply, await api(), page));

  app.get('/healthz', (_request, reply) =>
    sendText(reply, { status: 200, type: json, body: '{"status":"ok"}', headers: noStore }),
  );
  app.get('/readyz', async (_request, reply) => {
    const state = await health.check();
    const body = JSON.stringify(state);
    sendText(reply, { status: state.status === 'ok' ? 200 : 503, type: json, body, headers: noStore });
  });
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, deps.metricsToken)) return reply.callNotFound();
    const body = await deps.metrics.text();
    sendText(reply, { status: 200, type: deps.metrics.contentType, body, headers: noStore });
  });
};
