import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Fails each test of a file in which React or other code writes a console warning. */
export function failOnWarnings(): void {
  let spies: MockInstance[] = [];
  beforeEach(() => {
    spies = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  });
  afterEach(() => {
    const lines = spies.flatMap((level) => level.mock.calls.map((words: unknown[]) => words.map(String).join(' ')));
    for (const level of spies) level.mockRestore();
    expect(lines).toEqual([]);
  });
}
