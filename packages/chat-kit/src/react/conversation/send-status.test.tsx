import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failOnWarnings } from '../../testing/fail-on-warnings.ts';
import { SendStatus } from './send-status.tsx';

failOnWarnings();
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const row = { status: 'sent', words: undefined, clientId: 'a', seq: 4, createTime: 1_000_000 } as const;
const recallButton = () => screen.queryByRole('button', { name: '撤回' });

test('service 1.3 a message of one’s own is taken back by a press, as long as that is allowed', () => {
  const onRecall = vi.fn();
  render(<SendStatus row={row} onRetry={vi.fn()} onRecall={onRecall} recallMs={120_000} />);
  const button = recallButton();
  if (button) fireEvent.click(button);
  expect(onRecall.mock.calls).toEqual([[4]]);
  act(() => void vi.advanceTimersByTime(119_000));
  expect(recallButton()).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(recallButton()).toBeNull();
});

test('service 1.3 what is old, unsent or on its way is not taken back, nor where nothing is', () => {
  const shown = (given: object, recallMs = 120_000) => {
    render(<SendStatus row={{ ...row, ...given }} onRetry={vi.fn()} onRecall={vi.fn()} recallMs={recallMs} />);
    const isThere = recallButton() !== null;
    cleanup();
    return isThere;
  };
  expect(shown({ createTime: 880_000 })).toBe(false);
  expect(shown({ status: 'unsent' })).toBe(false);
  expect(shown({ status: 'sending', seq: undefined })).toBe(false);
  expect(shown({}, 0)).toBe(false);
  expect(shown({ status: 'read' })).toBe(true);
});
