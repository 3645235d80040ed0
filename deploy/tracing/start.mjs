import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * Sends the server's traces to a collector by OTLP over HTTP. Loaded before the server: `NODE_OPTIONS=--import=/opt/ronghui-tracing/start.mjs`.
 * `OTEL_EXPORTER_OTLP_ENDPOINT` is the collector (`http://127.0.0.1:4318`), `TRACES_RATIO` the share of calls that are traced (0.1).
 */
const ratio = Number(process.env.TRACES_RATIO ?? '0.1');
if (!(ratio >= 0 && ratio <= 1)) throw new Error('TRACES_RATIO is a number from 0 to 1');

const provider = new TracerProvider({
  resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'ronghui' }),
  sampler: new TraceIdRatioBasedSampler(ratio),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
trace.setGlobalTracerProvider(provider);

// The server ends the process by itself once its last call is answered; what is not sent by then is sent before.
process.once('SIGTERM', () => void provider.forceFlush().catch(() => undefined));
process.once('beforeExit', () => void provider.shutdown().catch(() => undefined));
