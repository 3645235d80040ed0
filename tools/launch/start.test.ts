import { expect, test } from 'vitest';
import { serverArgs, serverEnv } from './start.mjs';

test('R14.6 the server’s process is started with bounds for its garbage and for the heaps of its threads', () => {
  expect(serverArgs).toContain('--max-semi-space-size=16');
  expect(serverArgs).toContain('--expose-gc');
  expect(serverEnv).toEqual({ MALLOC_ARENA_MAX: '2' });
});
