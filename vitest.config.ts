import { defineConfig } from 'vitest/config';

const node = (name: string, root: string) => ({ test: { name, root, environment: 'node', include: ['**/*.test.ts'] } });
const dom = (name: string, root: string) => ({
  test: { name, root, environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});

export default defineConfig({
  test: {
    projects: [
      node('domain', 'packages/domain/src'),
      node('contract', 'packages/contract/src'),
      node('client', 'packages/client/src'),
      dom('ui', 'packages/ui'),
      dom('chat-kit', 'packages/chat-kit'),
      dom('portal', 'apps/portal'),
      node('server', 'apps/server/src'),
      node('tools', 'tools'),
    ],
  },
});
