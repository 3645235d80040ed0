import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/** What is awaited comes in its own time on a busy machine; a wait that is met costs nothing. @unit ms */
const timeout = 15_000;

configure({ asyncUtilTimeout: timeout });

// Vitest has a setting for `expect.poll` (vitest.config.ts) and none for this one.
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });

// Files share their worker: each replaces what it found.
afterAll(() => {
  vi.waitFor = waitFor;
});
