import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallHead, Operation } from '#kernel/calls/call';
import type { Dispatch } from '#kernel/calls/dispatch';
import type { Registry } from '#kernel/calls/registry';
import { formBytes, parseForm } from '#kernel/http/bodies/form';
import { readBody } from '#kernel/http/bodies/read-body';
import { type CallHeadDeps, createCallHeadOf } from '#kernel/http/call-head';
import { createReplyWriter, type ReplyWriterDeps } from '#kernel/http/replies/reply-writer';
import type { TakeUpload } from '#kernel/http/upload-taker';
import type { Limits } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';

/** Dependencies of the doors. */
export interface DoorDeps extends CallHeadDeps, ReplyWriterDeps {
  readonly registry: Registry;
  readonly dispatch: Dispatch;
  readonly limits: Limits;
  /** Deadline for a form body, or for the fields of an upload. @unit ms */
  readonly bodyDeadlineMs: number;
  /** Maximum time without a byte of an upload's file. @unit ms */
  readonly uploadIdleMs: number;
  /** Takes the uploads of all doors. */
  readonly takeUpload: TakeUpload;
}

const gatewayQuery = /^operationId=([A-Za-z]{1,40}(?:\.[A-Za-z]{1,40}){1,3})$/;
/** A single parameter with the right name makes the operation unknown instead of the request malformed. */
const unknownName = /^operationId=[^&=]*$/;

const queryOf = (url: string): string | null => {
  const at = url.indexOf('?');
  return at === -1 ? null : url.slice(at + 1);
};

/** The operation of a request, and the text that its signature covers as the operation. */
type Target = readonly [operation: Operation | undefined, signedFor: string];

/** Those that a door of their own does not have for itself. */
const inBothDoors = (registry: Registry): readonly Operation[] =>
  registry.all().filter(({ spec }) => spec.door === undefined);

const gatewayTargets = (registry: Registry): ((url: string) => Target) => {
  const known = new Map(inBothDoors(registry).map((operation) => [`/ops?operationId=${operation.id}`, operation]));
  return (url) => {
    const operation = known.get(url);
    if (operation !== undefined) return [operation, operation.id];
    const query = queryOf(url) ?? '';
    if (gatewayQuery.test(query) || unknownName.test(query)) throw new Refusal('RHSY404');
    throw new Refusal('RHSY400');
  };
};

const directTarget =
  (operation: Operation) =>
  (url: string): Target => {
    if (queryOf(url) !== null) throw new Refusal('RHSY400');
    return [operation, operation.spec.path];
  };

/**
 * The two doors of every operation: they turn bytes into `(operation, envelope, file)` and replies into bytes; dispatch
 * decides everything else (house 5).
 */
export const openDoors = (app: FastifyInstance, deps: DoorDeps): void => {
  const { registry, dispatch, limits, shedding } = deps;
  const writer = createReplyWriter(deps);
  const headOf = createCallHeadOf(deps);
  const dataBytes = limits.bodyKilobytes * 1024;
  const bounds = { maxBytes: formBytes(dataBytes), deadlineMs: deps.bodyDeadlineMs };
  // A call counts as in flight once its body is complete: a slow client holds a socket, not capacity.
  const answerForm = async (request: IncomingMessage, raw: ServerResponse, head: CallHead): Promise<void> => {
    const { traceId, address } = head;
    try {
      const envelope = parseForm(await readBody(request, bounds, address));
      if (Buffer.byteLength(envelope.data ?? '') > dataBytes) throw new Refusal('RHSY413');
      shedding.enter();
      try {
        const call = { ...head, envelope, upload: null };
        writer.write(request, raw, await dispatch(call));
      } finally {
        shedding.leave();
      }
    } catch (error) {
      writer.refuse(request, raw, error, traceId);
    }
  };

  const answerUpload = async (request: IncomingMessage, raw: ServerResponse, head: CallHead): Promise<void> => {
    try {
      writer.write(request, raw, await deps.takeUpload(request, head));
    } catch (error) {
      writer.refuse(request, raw, error, head.traceId);
    }
  };

  const open = (path: string, targetOf: (url: string) => Target): void => {
    const enter = (request: FastifyRequest, reply: FastifyReply): void => {
      reply.hijack();
      const answer = (head: CallHead): void => {
        const answerCall = head.operation.spec.upload === true ? answerUpload : answerForm;
        void answerCall(request.raw, reply.raw, head);
      };
      // Made by `newTraceId` for every request.
      const traceId = request.id;
      const refuse = (error: unknown): void => writer.refuse(request.raw, reply.raw, error, traceId);
      try {
        const [operation, signedFor] = targetOf(request.url);
        const head = headOf(request.raw, { operation, signedFor, traceId });
        if (head instanceof Promise) head.then(answer, refuse);
        else answer(head);
      } catch (error) {
        refuse(error);
      }
    };
    // A hook instead of a route handler, so that the body is read only after all checks that do not need it.
    app.post(path, { onRequest: enter }, enter);
  };

  open('/ops', gatewayTargets(registry));
  for (const operation of inBothDoors(registry)) open(operation.spec.path, directTarget(operation));
};
