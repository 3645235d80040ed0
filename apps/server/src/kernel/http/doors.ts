import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallHead, CallReply, Operation } from '#kernel/call';
import { createSiteOf } from '#kernel/cookies';
import type { Dispatch } from '#kernel/dispatch';
import { refusalOf } from '#kernel/faults';
import type { Caller } from '#kernel/http/client-address';
import { sendFile } from '#kernel/http/file-reply';
import { isFormType, parseForm } from '#kernel/http/form';
import type { ResponseHeaders } from '#kernel/http/headers';
import { readBody } from '#kernel/http/read-body';
import type { Shedding } from '#kernel/http/shedding';
import { isUploadType, readUpload } from '#kernel/http/upload';
import { newTraceId } from '#kernel/ids';
import type { Metrics } from '#kernel/metrics';
import type { CallOrigin } from '#kernel/origin';
import type { Limits, Log } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';
import type { Registry } from '#kernel/registry';
import { failureText } from '#kernel/wire-reply';

/** What the doors stand on. */
export interface DoorDeps {
  readonly registry: Registry;
  readonly dispatch: Dispatch;
  readonly headers: ResponseHeaders;
  readonly limits: Limits;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly shedding: Shedding;
  readonly production: boolean;
  readonly allowedOrigins: readonly string[];
  /** Until a form body is there. @unit ms */
  readonly bodyDeadlineMs: number;
  /** Without a byte of an upload. @unit ms */
  readonly uploadIdleMs: number;
  callerOf(request: IncomingMessage): Caller;
  checkOrigin(origin: CallOrigin): void;
  checkAddress(address: string): void;
}

const jsonType = ['content-type', 'application/json; charset=utf-8'] as const;
const gatewayQuery = /^operationId=([A-Za-z]{1,40}(?:\.[A-Za-z]{1,40}){1,3})$/;

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The two doors of every operation: bytes in, `(operation, envelope, file)` on, bytes out; nothing is decided here (house 5). */
export const openDoors = (app: FastifyInstance, deps: DoorDeps): void => {
  const { registry, dispatch, headers, limits, log, shedding } = deps;
  const siteOf = createSiteOf(deps.production);
  const jsonHeaders: readonly string[] = [...headers.api, ...jsonType];
  const bounds = { maxBytes: limits.bodyKilobytes * 1024, deadlineMs: deps.bodyDeadlineMs };

  const corsOf = (request: IncomingMessage): readonly string[] => {
    const { origin } = request.headers;
    if (origin === undefined || !deps.allowedOrigins.includes(origin)) return [];
    return [
      ['access-control-allow-origin', origin],
      ['access-control-allow-credentials', 'true'],
      ['vary', 'Origin'],
      ['access-control-expose-headers', 'Content-Disposition, Retry-After'],
    ].flat();
  };

  const write = (
    request: IncomingMessage,
    raw: ServerResponse,
    reply: CallReply & { readonly last?: boolean },
  ): void => {
    const { body } = reply;
    if (typeof body !== 'string' && !('latin1' in body)) {
      sendFile(raw, body, [...headers.api, ...corsOf(request)]).catch((error: unknown) => {
        log.warn({ event: 'fileReplyCut', error });
        raw.destroy();
      });
      return;
    }
    const list = jsonHeaders.slice();
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.latin1.length;
    list.push('content-length', String(length));
    if (request.headers.origin !== undefined) list.push(...corsOf(request));
    for (const cookie of reply.cookies) list.push('set-cookie', cookie);
    if (reply.retryAfterSec !== undefined) list.push('retry-after', String(reply.retryAfterSec));
    // What is left of a body that was refused is not worth reading.
    if (reply.last === true) list.push('connection', 'close');
    raw.writeHead(reply.status, list);
    if (typeof body === 'string') raw.end(body);
    else raw.end(body.latin1, 'latin1');
  };

  const refuse = (request: IncomingMessage, raw: ServerResponse, error: unknown, traceId = newTraceId()): void => {
    const refusal = refusalOf(error, log, { requestId: traceId });
    const body = failureText(refusal, traceId);
    const { status, retryAfterSec } = refusal;
    write(request, raw, { status, body, cookies: [], retryAfterSec, last: !request.complete });
  };

  /** Everything that can be decided before the body is read. */
  const headOf = (request: IncomingMessage, operation: Operation | undefined, signedFor: string): CallHead => {
    if (shedding.isOverloaded()) {
      deps.metrics.countShed();
      throw new Refusal('OPSB0001', undefined, 1);
    }
    if (operation === undefined) throw new Refusal('RHSY404');
    const host = request.headers.host;
    deps.checkOrigin({ secFetchSite: headerOf(request, 'sec-fetch-site'), origin: request.headers.origin, host });
    const caller = deps.callerOf(request);
    deps.checkAddress(caller.address);
    const type = request.headers['content-type'];
    const isRight = operation.spec.upload === true ? isUploadType(type) : isFormType(type);
    if (!isRight) throw new Refusal('RHSY400');
    return {
      operation,
      signedFor,
      traceId: newTraceId(),
      address: caller.address,
      site: siteOf(caller.https, host),
      cookie: request.headers.cookie,
      userAgent: request.headers['user-agent'],
    };
  };

  const answer = async (request: IncomingMessage, raw: ServerResponse, head: CallHead): Promise<void> => {
    shedding.enter();
    try {
      if (head.operation.spec.upload === true) {
        const maxBytes = limits.uploadMegabytes * 1024 * 1024;
        const uploadBounds = { maxBytes, fieldBytes: bounds.maxBytes, idleMs: deps.uploadIdleMs };
        const reply = await readUpload(request, uploadBounds, (envelope, upload) =>
          dispatch({ ...head, envelope, upload }),
        );
        write(request, raw, { ...reply, last: !request.complete });
        return;
      }
      const body = await readBody(request, bounds);
      const { operation, signedFor, traceId, address, site, cookie, userAgent } = head;
      const envelope = parseForm(body);
      const call = { operation, signedFor, traceId, address, site, cookie, userAgent, envelope, upload: null };
      write(request, raw, await dispatch(call));
    } catch (error) {
      refuse(request, raw, error, head.traceId);
    } finally {
      shedding.leave();
    }
  };

  const open =
    (operationOf: (request: FastifyRequest) => readonly [Operation | undefined, string]) =>
    (request: FastifyRequest, reply: FastifyReply): void => {
      reply.hijack();
      try {
        const [operation, signedFor] = operationOf(request);
        void answer(request.raw, reply.raw, headOf(request.raw, operation, signedFor));
      } catch (error) {
        refuse(request.raw, reply.raw, error);
      }
    };

  const queryOf = (url: string): string | null => {
    const at = url.indexOf('?');
    return at === -1 ? null : url.slice(at + 1);
  };

  const known = new Map(registry.all().map((operation) => [`/ops?operationId=${operation.id}`, operation]));
  const gateway = open((request) => {
    const operation = known.get(request.url);
    if (operation !== undefined) return [operation, operation.id];
    const id = gatewayQuery.exec(queryOf(request.url) ?? '')?.[1];
    if (id === undefined) throw new Refusal(unknownName.test(queryOf(request.url) ?? '') ? 'RHSY404' : 'RHSY400');
    return [undefined, id];
  });
  app.post('/ops', { onRequest: gateway }, gateway);
  for (const operation of registry.all()) {
    const direct = open((request) => {
      if (queryOf(request.url) !== null) throw new Refusal('RHSY400');
      return [operation, operation.spec.path];
    });
    app.post(operation.spec.path, { onRequest: direct }, direct);
  }
};

/** One parameter of the right name, whatever it holds: then the operation is unknown, and not the request malformed. */
const unknownName = /^operationId=[^&=]*$/;
