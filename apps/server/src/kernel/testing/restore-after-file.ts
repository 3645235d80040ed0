import { afterAll, vi } from 'vitest';

// Files share their worker (vitest.config.ts): what one of them replaced is in place again for the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
