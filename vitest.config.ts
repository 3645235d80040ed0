import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const node = (name: string, root: string) => ({ test: { name, root, environment: 'node', include: ['**/*.test.ts'] } });
// One PostgreSQL with a migrated template for the run; each file clones its own database (house 11).
const onDatabase = (name: string, root: string) => ({
  test: {
    ...node(name, root).test,
    globalSetup: ['kernel/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
const dom = (name: string, root: string) => ({
  test: { name, root, environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});

export default defineConfig({
  test: {
    // A test of the server waits for its database half of the time: one more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      node('domain', 'packages/domain/src'),
      node('contract', 'packages/contract/src'),
      node('client', 'packages/client/src'),
      dom('ui', 'packages/ui'),
      dom('chat-kit', 'packages/chat-kit'),
      dom('portal', 'apps/portal'),
      onDatabase('server', 'apps/server/src'),
      { test: { ...node('tools', 'tools').test, exclude: ['**/node_modules/**', 'faults/**'] } },
      // Servers that are killed under writes: too slow for `npm run check`.
      node('faults', 'tools/faults'),
    ],
  },
});
