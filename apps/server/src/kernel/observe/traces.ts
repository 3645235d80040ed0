import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { CallReply, IncomingCall } from '#kernel/calls/call';
import { tracerOf } from '#kernel/tracing';

/** Runs a call, inside a span if tracing is on. */
export type Traced = (call: IncomingCall, run: () => Promise<CallReply>) => Promise<CallReply>;

const close = (span: Span, reply: CallReply): CallReply => {
  span.setAttribute('http.response.status_code', reply.status);
  if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return reply;
};

/**
 * One span per call, named by its operation, with the reply's trace id. It contains nothing of payload, user or tenant.
 * Without an SDK it costs nothing.
 *
 * @source R14.4
 */
export const createTraces = (): Traced => {
  const tracer = tracerOf();
  if (tracer === null) return (_call, run) => run();
  return (call, run) => {
    const attributes = { 'ronghui.operation': call.operation.id, 'ronghui.trace_id': call.traceId };
    // Dispatch never rejects: every error becomes a reply.
    return tracer.startActiveSpan(call.operation.id, { kind: SpanKind.SERVER, attributes }, async (span) =>
      close(span, await run()),
    );
  };
};
