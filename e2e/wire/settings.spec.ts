import { expect } from '@playwright/test';
import { ops } from '../commands.ts';
import { startServer } from '../server.ts';
import { test } from '../worker-server.ts';

/** Settings of a server in real use, which a test must never reach. */
const theirs = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'theirs',
  S3_ACCESS_KEY: 'theirs',
  S3_SECRET_KEY: 'theirs',
  DEMO: 'off',
  ALLOWED_ORIGINS: 'no origin',
};

test('contract 7 a server and a desk under test ignore the environment of the person who runs the tests', async () => {
  const before = { ...process.env };
  Object.assign(process.env, theirs);
  try {
    const server = await startServer();
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      const output = await ops({ DATA_DIR: server.dataDir }, 'staff', 'unlock', 'admin');
      expect(output).not.toMatch(/DATABASE_URL|ALLOWED_ORIGINS|ECONNREFUSED/);
    } finally {
      await server.stop();
    }
  } finally {
    for (const name of Object.keys(theirs)) delete process.env[name];
    Object.assign(process.env, before);
  }
});
