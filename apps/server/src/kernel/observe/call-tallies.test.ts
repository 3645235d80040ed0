import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createCallTallies } from '#kernel/observe/call-tallies';

it('R14.4 calls and their durations are counted as the metrics library would write them', async () => {
  const registry = new Registry();
  const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];
  const help = 'Duration of calls by operation';
  const durations = new Histogram({
    name: 'ronghui_call_seconds',
    help,
    labelNames: ['operation'],
    buckets,
    registers: [registry],
  });
  const tallies = createCallTallies();
  for (const ms of [0, 0.25, 1, 1.5, 2.5, 4, 250, 250.5, 10_000, 20_000]) {
    durations.labels('doc.rate').observe(ms / 1000);
    tallies.count('doc.rate', ms > 1000 ? 503 : 200, ms);
  }
  const text = tallies.text();
  expect(text).toContain(await registry.metrics());
  expect(text).toContain('ronghui_calls_total{operation="doc.rate",status="200"} 8\n');
  expect(text).toContain('ronghui_calls_total{operation="doc.rate",status="503"} 2\n');
});
