import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { areaOf, describeOpenApi, nouns, type OperationSpec } from '@ronghui/contract';
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
  /** Whether proxies stand in front: a request from this machine may then be anybody's. */
  readonly hasProxies: boolean;
  /** Whether calls of ops may come from this client's address. */
  mayEnterOps(request: IncomingMessage): boolean;
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

/** The nouns with those of their operations that somebody may see. */
const nounsWith = (isShown: (spec: OperationSpec) => boolean) => {
  const shown = Object.entries<Readonly<Record<string, OperationSpec>>>(nouns).map(([noun, specs]) => {
    const own = Object.entries(specs).filter(([, spec]) => isShown(spec));
    return [noun, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(shown.filter(([, specs]) => Object.keys(specs).length > 0));
};

/** Describes operations for programs (contract 7). */
const operationList = (registry: Registry, isShown: (spec: OperationSpec) => boolean) =>
  registry.all().flatMap(({ id, spec }) => (isShown(spec) ? [described(id, spec)] : []));
const described = (id: string, spec: OperationSpec) => ({
  id,
  path: spec.path,
  who: spec.who,
  keys: spec.keys ?? [],
  idempotent: spec.idempotent === true,
  ids: inputsMarked(spec.request),
});

/** The descriptions of the operations. Large and seldom read: a server at rest does not keep those for people and for tools. */
const descriptionsOf = (registry: Registry, isShown: (spec: OperationSpec) => boolean) => ({
  list: asJson(operationList(registry, isShown)),
  openApi: madeWhenAsked(async () => jsonFile(await jsonInTurns(describeOpenApi(nounsWith(isShown)), 2))),
  page: madeWhenAsked(async () => staticFile('text/html; charset=utf-8', Buffer.from(apiPage(nounsWith(isShown))))),
});

/** Whether a balancer asks of this node alone (`?only=node`). @source running 1.6 */
const isOfNode = ({ query }: FastifyRequest): boolean => Object(query).only === 'node';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);

const hasToken = (request: FastifyRequest, token: string | null): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** What proxies write; one of them may write none of it. */
const forwardedBy = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/**
 * Only this machine, or a caller with the token, may read metrics; a request that a proxy forwarded does not come from this machine, and where proxies
 * stand in front none is known to. @source R14.4
 */
const maySeeMetrics = (request: FastifyRequest, { metricsToken, hasProxies }: SystemDoorDeps): boolean =>
  hasToken(request, metricsToken) ||
  (!hasProxies &&
    isLoopback(request.raw.socket.remoteAddress) &&
    forwardedBy.every((name) => request.headers[name] === undefined));

/** Health, readiness, metrics, and the descriptions that are derived from the contract. */
export const openSystemDoors = (app: FastifyInstance, deps: SystemDoorDeps): void => {
  const { headers, health } = deps;
  const noStore = [...headers.plain, 'cache-control', 'no-store'];
  const unchanging = { headers: headers.plain, cacheControl: 'no-cache' };
  const page = { headers: headers.page(pagePolicy({ scriptHashes: [], connect: [] })), cacheControl: 'no-cache' };

  const files: Readonly<Record<string, StaticFile>> = {
    '/limits.json': asJson(deps.limits),
    '/plain.css': staticFile('text/css; charset=utf-8', Buffer.from(plainCss)),
  };
  for (const [path, file] of Object.entries(files)) {
    app.get(path, (request, reply) => sendStatic(request, reply, file, unchanging));
  }
  const all = descriptionsOf(deps.registry, () => true);
  const outside = descriptionsOf(deps.registry, (spec) => areaOf(spec) !== 'ops');
  /** Who may not use the console does not read of its operations either. @source security 4.5 */
  const shownTo = (request: FastifyRequest) => (deps.mayEnterOps(request.raw) ? all : outside);
  app.get('/operations.json', (request, reply) => sendStatic(request, reply, shownTo(request).list, unchanging));
  app.get('/openapi.json', async (request, reply) =>
    sendStatic(request, reply, await shownTo(request).openApi(), unchanging),
  );
  app.get('/api-docs', async (request, reply) => sendStatic(request, reply, await shownTo(request).page(), page));

  app.get('/healthz', (_request, reply) =>
    sendText(reply, { status: 200, type: json, body: '{"status":"ok"}', headers: noStore }),
  );
  app.get('/readyz', async (request, reply) => {
    const state = await (isOfNode(request) ? health.checkNode() : health.check());
    const body = JSON.stringify(state);
    sendText(reply, { status: state.status === 'unavailable' ? 503 : 200, type: json, body, headers: noStore });
  });
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, deps)) return reply.callNotFound();
    const body = await deps.metrics.text();
    sendText(reply, { status: 200, type: deps.metrics.contentType, body, headers: noStore });
  });
};
