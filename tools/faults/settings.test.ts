import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { startServer } from '../driver/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

it('contract 7 a server under load takes no setting of the person who runs it: neither database nor bucket', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none');
  vi.stubEnv('S3_ENDPOINT', 'http://127.0.0.1:9');
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:9');
  const server = await startServer({ dataDir });
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
}, 60_000);
