import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallHead, CallReply } from '#kernel/calls/call';
import { failureReply } from '#kernel/calls/replies/call-replies';
import { refusalOf } from '#kernel/faults';
import { fillJsonField, isJsonType, parseJsonEnvelope } from '#kernel/http/bodies/json-envelope';
import { readBody } from '#kernel/http/bodies/read-body';
import { createCallHeadOf, refuseWhenBusy } from '#kernel/http/call-head';
import type { DoorDeps } from '#kernel/http/doors';
import { createReplyWriter } from '#kernel/http/replies/reply-writer';
import { Refusal } from '#kernel/refusal';

/** Of the envelope beside its data. @unit bytes */
const envelopeBytes = 2048;
/** How long a browser may go by an answer about other origins. @unit seconds */
const askedAgainSec = 600;

/** What a failed call says, in the form of this door; when to try again stands in `data` too. */
const refusedText = (body: string, retryAfter: number | undefined): string => {
  const { errCode, errMsg, data } = JSON.parse(body);
  const facts =
    data === undefined && retryAfter === undefined
      ? {}
      : { data: { ...data, ...(retryAfter !== undefined && { retryAfter }) } };
  return JSON.stringify({ ret: errCode, msg: errMsg, ...facts });
};

/** A reply of dispatch as this door gives it: HTTP 200 whatever became of the call; a file is its bytes. @source contract 6 */
const replyOf = (reply: CallReply): CallReply => {
  const { body, status, retryAfterSec } = reply;
  if (typeof body !== 'string' && 'body' in body) return reply;
  // No operation of this door answers from the cache of content.
  if (typeof body !== 'string') throw new TypeError('a reply of the chat gateway is a text or a file');
  if (status !== 200) return { ...reply, status: 200, body: refusedText(body, retryAfterSec) };
  return { ...reply, body: JSON.stringify({ ret: '0', data: JSON.parse(body).data }) };
};

/** JSON from a page of a listed origin is asked for first, unlike a form. */
const answerPreflight = (app: FastifyInstance, { allowedOrigins, headers }: DoorDeps): void => {
  app.options('/chat/gateway/:operation', (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowedOrigins.includes(origin)) return reply.callNotFound();
    const list = [
      ...headers.json,
      'vary',
      'Origin',
      'access-control-allow-origin',
      origin,
      'access-control-allow-credentials',
      'true',
      'access-control-allow-methods',
      'POST',
      'access-control-allow-headers',
      'content-type',
      'access-control-max-age',
      String(askedAgainSec),
    ];
    reply.hijack();
    reply.raw.writeHead(204, list).end();
  });
};

/**
 * The third door to dispatch, for operations that are declared for it alone: `POST /chat/gateway/{operation}`, JSON in an envelope of its own. Only a call that is
 * refused for overload before it is read is a 503.
 *
 * @source contract 6, service 2.1
 */
export const openChatDoor = (app: FastifyInstance, deps: DoorDeps): void => {
  const { registry, dispatch, limits, shedding } = deps;
  const writer = createReplyWriter(deps);
  const headOf = createCallHeadOf(deps);
  const dataBytes = limits.bodyKilobytes * 1024;
  const bounds = { maxBytes: dataBytes + envelopeBytes, deadlineMs: deps.bodyDeadlineMs };
  const known = new Map(
    registry
      .all()
      .filter(({ spec }) => spec.door === 'chat')
      .map((one) => [one.spec.path, one]),
  );

  const refuse = (request: IncomingMessage, raw: ServerResponse, error: unknown, traceId: string): void => {
    const refusal = refusalOf(error, deps.log, { requestId: traceId });
    deps.log.info({ event: 'refused', requestId: traceId, status: refusal.status, code: refusal.code });
    writer.write(request, raw, replyOf(failureReply({ traceId }, refusal)));
  };

  const answer = async (request: IncomingMessage, raw: ServerResponse, head: CallHead): Promise<void> => {
    try {
      const envelope = parseJsonEnvelope(await readBody(request, bounds, head.address));
      if (Buffer.byteLength(envelope.data ?? '') > dataBytes) throw new Refusal('RHSY413');
      shedding.enter();
      try {
        writer.write(request, raw, replyOf(await dispatch({ ...head, envelope, upload: null })));
      } finally {
        shedding.leave();
      }
    } catch (error) {
      refuse(request, raw, error, head.traceId);
    }
  };

  const answerUpload = async (request: IncomingMessage, raw: ServerResponse, head: CallHead): Promise<void> => {
    try {
      writer.write(request, raw, replyOf(await deps.takeUpload(request, head, fillJsonField)));
    } catch (error) {
      refuse(request, raw, error, head.traceId);
    }
  };

  const enter = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    const traceId = request.id;
    const fail = (error: unknown): void => refuse(request.raw, reply.raw, error, traceId);
    try {
      refuseWhenBusy(deps);
    } catch (error) {
      return writer.refuse(request.raw, reply.raw, error, traceId);
    }
    try {
      const operation = known.get(request.url);
      const head = headOf(request.raw, { operation, signedFor: operation?.id ?? '', traceId, isType: isJsonType });
      const begin = (one: CallHead): void => {
        const answerCall = one.operation.spec.upload === true ? answerUpload : answer;
        void answerCall(request.raw, reply.raw, one);
      };
      if (head instanceof Promise) head.then(begin, fail);
      else begin(head);
    } catch (error) {
      fail(error);
    }
  };
  app.post('/chat/gateway/:operation', { onRequest: enter }, enter);

  answerPreflight(app, deps);
};
