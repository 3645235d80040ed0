import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, seal, startUp } from '../../../e2e/wire/client.ts';
import { type ServerProcess, startServer } from '../../driver/server-process.ts';
import { findNpm } from '../../launch/node/npm-program.mjs';
import { root } from '../../launch/paths.mjs';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'ronghui-tracing-'));
const sent: Sent[] = [];
/** Takes what a collector takes: OTLP as JSON over HTTP. */
const collector = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (request.url === '/v1/traces') sent.push(JSON.parse(Buffer.concat(pieces).toString()));
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
let server: ServerProcess;

beforeAll(async () => {
  // As its README says: installed apart from the product, by its own lock file.
  cpSync(join(root, 'deploy/tracing'), folder, { recursive: true });
  execFileSync(process.execPath, [findNpm(process.env, process.execPath), 'ci', '--omit=dev'], { cwd: folder });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  server = await startServer({
    dataDir: join(folder, 'data'),
    nodeArgs: [`--import=${join(folder, 'start.mjs')}`],
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      TRACES_RATIO: '1',
    },
  });
  process.env['E2E_URL'] = server.url;
}, 240_000);
afterAll(async () => {
  delete process.env['E2E_URL'];
  await server?.stop();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = (attributes: readonly Attribute[], name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue;
const spans = (): SentSpan[] =>
  sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
  );

it('running 6.3 the example sends one trace from a call with the trace id of its reply to its statements, and no value of either', async () => {
  const keys = await startUp();
  const operationId = 'portal.login';
  const sealed = (field: string, text: string) => seal(keys, { operationId, field }, text);
  const reply = await call(keys, operationId, {
    mobile: sealed('mobile', '13912345678'),
    pwd: sealed('pwd', 'Traced#Pass1'),
    kid: keys.kid,
  });
  const ofReply = () => spans().find(({ attributes }) => textOf(attributes, 'ronghui.trace_id') === reply.body.traceId);
  await expect.poll(() => ofReply()?.name).toBe(operationId);
  const span = ofReply();
  const statements = () => spans().filter(({ parentSpanId }) => parentSpanId === span?.spanId);
  await expect.poll(() => statements().length).toBeGreaterThan(0);
  for (const { name, traceId, attributes } of statements()) {
    expect([name, traceId]).toEqual(['sql', span?.traceId]);
    expect(textOf(attributes, 'db.query.text')).not.toBe('');
  }
  expect(textOf(sent[0]?.resourceSpans[0]?.resource.attributes ?? [], 'service.name')).toBe('ronghui');
  expect(JSON.stringify(sent)).not.toMatch(/13912345678|Traced#Pass1/);
});
