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
  const told = errors.mock.calls.map((call) => call.map(String).join(' '));
  errors.mockRestore();
  expect(told).toEqual([]);
});

/** The console's errors so far, taken away: a test that expects one asks for it here. */
export function takeErrors(): string[] {
  const told = errors.mock.calls.map((call) => call.map(String).join(' '));
  errors.mockClear();
  return told;
}
