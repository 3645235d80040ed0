import { test as base } from '@playwright/test';
import { borrowServer, type PooledServer } from './server-pool.ts';

/** Tests on the server of their worker: only one of them runs on it at a time, so a test finds the staff and the sums that it left. */
export const test = base.extend<object, { readonly server: PooledServer }>({
  server: [
    // Playwright reads the names of the fixtures that are used from the first parameter.
    // biome-ignore lint/correctness/noEmptyPattern: none is used
    // oxlint-disable-next-line no-empty-pattern -- none is used
    async ({}, provide, { parallelIndex }) => {
      const server = await borrowServer(parallelIndex);
      process.env['E2E_URL'] = server.url;
      process.env['E2E_DATA_DIR'] = server.dataDir;
      await provide(server);
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
});
