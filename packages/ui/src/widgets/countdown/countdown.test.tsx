import { expect, test, vi } from 'vitest';
import { act, render, screen } from '../../testing/screen.fixture.ts';
import { Countdown } from './countdown.tsx';
import { useCountdown } from './use-countdown.ts';

function Sample() {
  const { secondsLeft, start } = useCountdown();
  return (
    <button type="button" disabled={secondsLeft > 0} onClick={() => start(60)}>
      {secondsLeft > 0 ? `${secondsLeft} 秒后重发` : '获取验证码'}
    </button>
  );
}

test('R5.3 the button counts 60 s by the clock, a tab that slept included, and is free again', () => {
  vi.useFakeTimers();
  try {
    render(<Sample />);
    const button = screen.getByRole<HTMLButtonElement>('button');
    act(() => button.click());
    expect(button.textContent).toBe('60 秒后重发');
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(button.textContent).toBe('59 秒后重发');
    act(() => {
      vi.setSystemTime(Date.now() + 57_000);
      vi.advanceTimersByTime(250);
    });
    expect(button.textContent).toBe('2 秒后重发');
    act(() => {
      vi.advanceTimersByTime(2000);
    });
    expect([button.textContent, button.disabled]).toEqual(['获取验证码', false]);
  } finally {
    vi.useRealTimers();
  }
});

test('R9.1 a lock of ten minutes counts down to its instant and its end is reported once', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00Z') });
  try {
    const end = vi.fn();
    render(<Countdown until="2026-11-20T00:10:00Z" onEnd={end} />);
    expect(screen.getByText('10:00')).toBeTruthy();
    act(() => {
      vi.advanceTimersByTime(599_000);
    });
    expect(screen.getByText('00:01')).toBeTruthy();
    expect(end).not.toHaveBeenCalled();
    act(() => {
      vi.advanceTimersByTime(1500);
    });
    expect(end).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
