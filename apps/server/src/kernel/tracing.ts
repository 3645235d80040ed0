import { ProxyTracerProvider, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** An operator turns tracing on by loading an OpenTelemetry SDK before the server (`NODE_OPTIONS=--import …`). */
const isSdkLoaded = (): boolean => {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('ronghui') !== undefined;
};

/** The process's tracer; null where no SDK is loaded. @source R14.4, running 6.3 */
export const tracerOf = (): Tracer | null => (isSdkLoaded() ? trace.getTracer('ronghui') : null);

/**
 * Runs a statement in a span of the call that sends it; outside of a call in none. The span has the statement's text, never its values.
 *
 * @source running 6.3
 */
export const inStatementSpan = async <Result>(
  tracer: Tracer,
  text: string,
  run: () => Promise<Result>,
): Promise<Result> => {
  if (trace.getActiveSpan() === undefined) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  const span = tracer.startSpan('sql', { kind: SpanKind.CLIENT, attributes });
  try {
    return await run();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};
