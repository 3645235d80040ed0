import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

export { act, fireEvent, render, screen, within } from '@testing-library/react';
export { userEvent } from '@testing-library/user-event';

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  const complaints = errors.mock.calls.map((call) => call.map(String).join(' '));
  errors.mockRestore();
  expect(complaints).toEqual([]);
});

/** Returns and clears the console errors so far, for a test that expects one. */
export function takeErrors(): string[] {
  const complaints = errors.mock.calls.map((call) => call.map(String).join(' '));
  errors.mockClear();
  return complaints;
}
