import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef, StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRateWindow } from '../headless/rate-window.ts';
import { failOnWarnings } from '../testing/fail-on-warnings.ts';
import { thenableOf } from '../testing/thenable-of.ts';
import { RateLimitedButton, type RateLimitedButtonProps } from './rate-limited-button.tsx';

failOnWarnings();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(props: Partial<RateLimitedButtonProps> = {}): HTMLButtonElement {
  render(
    <StrictMode>
      <RateLimitedButton seconds={5} {...props}>
        {props.children ?? '发送'}
      </RateLimitedButton>
    </StrictMode>,
  );
  return screen.getByRole('button');
}

const settle = (): Promise<void> => act(async () => {});

test('R12.6 a second click inside the window is ignored and warns, one after it goes through', () => {
  const onClick = vi.fn();
  const button = show({ onClick });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert').textContent).toBe('5秒内请勿频繁点击');
  expect(screen.getByRole('alert').className).toContain('ck-hint-warning');
  act(() => {
    vi.advanceTimersByTime(5000);
  });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('R12.6 the warning can be suppressed, worded anew, and shown by the caller', () => {
  const quiet = show({ warning: false });
  fireEvent.click(quiet);
  fireEvent.click(quiet);
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  const onWarn = vi.fn();
  const button = show({ warning: (seconds, left) => `${left}/${seconds}`, warningType: 'error', onWarn });
  fireEvent.click(button);
  act(() => {
    vi.advanceTimersByTime(1500);
  });
  fireEvent.click(button);
  expect(onWarn).toHaveBeenCalledWith({ type: 'error', text: '4/5' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('R12.6 a click inside the window does not submit the form', () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <RateLimitedButton seconds={5} type="submit">
        提交
      </RateLimitedButton>
    </form>,
  );
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(screen.getByRole('button'));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test.each([
  ['a flag', true],
  ['a function', () => true],
  ['a promise', Promise.resolve(true)],
  ['a function that answers later', () => Promise.resolve(true)],
])('R12.6 %s disables the button', async (_name, disabled) => {
  const onClick = vi.fn();
  const button = show({ onClick, disabled });
  await settle();
  fireEvent.click(button);
  expect(button.disabled).toBe(true);
  expect(onClick).not.toHaveBeenCalled();
});

test('R12.6 while the answer is awaited the button is disabled and busy, and it opens when the answer is no', async () => {
  let answer: (value: boolean) => void = () => {};
  const button = show({ disabled: new Promise<boolean>((resolve) => (answer = resolve)) });
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true']);
  answer(false);
  await settle();
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([false, null]);
});

test('R12.6 an answer may come from anything with a then, promise or not', async () => {
  const button = show({ disabled: thenableOf(Promise.resolve(false)) });
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true']);
  await settle();
  expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([false, null]);
});

test('R12.6 the message of an async answer is shown in a popover while disabled, by pointer and by focus', async () => {
  const onClick = vi.fn();
  const button = show({ onClick, disabled: async () => ({ message: '请先填写手机号' }) });
  await settle();
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerEnter(button);
  const tip = screen.getByRole('tooltip');
  expect(tip.textContent).toBe('请先填写手机号');
  expect(button.getAttribute('aria-describedby')).toBe(tip.id);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.focus(button);
  expect(screen.getByRole('tooltip')).toBe(screen.getByText('请先填写手机号'));
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('R12.6 a check that fails keeps the button disabled and says so', async () => {
  const button = show({ disabled: () => Promise.reject(new Error('down')) });
  await settle();
  fireEvent.pointerEnter(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('tooltip').textContent).toBe('暂时无法使用，请稍后再试');
});

test.each([
  ['a promise', () => Promise.resolve(false)],
  ['what is no promise but has a then', () => thenableOf(Promise.resolve(false))],
])('R12.6 the window opens again when the click turns out not to have happened: %s', async (_name, answer) => {
  const onClick = vi.fn(answer);
  const button = show({ onClick });
  fireEvent.click(button);
  await settle();
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('R12.6 a function as content counts the seconds down', () => {
  const button = show({ children: (left: number) => (left > 0 ? `${left} 秒后重发` : '获取验证码') });
  expect(button.textContent).toBe('获取验证码');
  fireEvent.click(button);
  expect(button.textContent).toBe('5 秒后重发');
  act(() => {
    vi.advanceTimersByTime(2000);
  });
  expect(button.textContent).toBe('3 秒后重发');
  act(() => {
    vi.advanceTimersByTime(3000);
  });
  expect(button.textContent).toBe('获取验证码');
});

test('R12.6 buttons that share a window share its limit', () => {
  const rateWindow = createRateWindow({ seconds: 5 });
  const onClick = vi.fn();
  render(
    <>
      <RateLimitedButton seconds={5} rateWindow={rateWindow} onClick={onClick}>
        甲
      </RateLimitedButton>
      <RateLimitedButton seconds={5} rateWindow={rateWindow} onClick={onClick}>
        乙
      </RateLimitedButton>
    </>,
  );
  fireEvent.click(screen.getByText('甲'));
  fireEvent.click(screen.getByText('乙'));
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('R12.6 an action that fails late does not open the window of the click after it', async () => {
  const fails: (() => void)[] = [];
  const onClick = vi.fn(() => new Promise<boolean>((resolve) => fails.push(() => resolve(false))));
  const button = show({ onClick });
  fireEvent.click(button);
  act(() => {
    vi.advanceTimersByTime(5000);
  });
  fireEvent.click(button);
  fails[0]?.();
  await settle();
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(2);
  fails[1]?.();
  await settle();
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(3);
});

test('R12.6 ref, className, style, id and data attributes reach its element', () => {
  const ref = createRef<HTMLButtonElement>();
  render(
    <RateLimitedButton ref={ref} seconds={5} className="mine" style={{ opacity: 0.5 }} id="it" data-kind="a">
      内容
    </RateLimitedButton>,
  );
  const element = ref.current;
  expect(element).toBeInstanceOf(HTMLButtonElement);
  expect(element?.classList.contains('mine')).toBe(true);
  expect([element?.id, element?.style.opacity, element?.dataset['kind']]).toEqual(['it', '0.5', 'a']);
});
