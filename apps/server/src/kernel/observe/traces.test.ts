import { type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';

interface Seen {
  readonly name: string;
  readonly options: SpanOptions;
  readonly attributes: Record<string, unknown>;
  ended: boolean;
}
const spans: Seen[] = [];

const startSpan = (name: string, options: SpanOptions = {}): Span => {
  const seen: Seen = { name, options, attributes: {}, ended: false };
  spans.push(seen);
  const inner = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 });
  inner.setAttribute = (key, value) => {
    seen.attributes[key] = value;
    return inner;
  };
  inner.end = () => {
    seen.ended = true;
  };
  return inner;
};

let app: TestApp;
beforeAll(async () => {
  // As an SDK does when an operator loads one.
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan,
      startActiveSpan: (name: string, ...rest: unknown[]) => {
        const run = rest.at(-1) as (span: Span) => unknown;
        return run(startSpan(name, rest[0] as SpanOptions)) as never;
      },
    }),
  });
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  trace.disable();
});

it('R14.4 where an SDK is loaded every call is a span with its operation, status and trace id, and nothing of a person', async () => {
  const reply = await app.call('portal.productQueryDetail', { pid: 'nothing-personal' });
  const span = spans.find((each) => each.name === 'portal.productQueryDetail');
  expect(span?.ended).toBe(true);
  expect(span?.attributes).toEqual({ 'http.response.status_code': 404 });
  expect(span?.options.attributes).toEqual({
    'ronghui.operation': 'portal.productQueryDetail',
    'ronghui.trace_id': reply.body.traceId,
  });
});
