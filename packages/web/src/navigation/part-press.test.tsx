import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, type JSX, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '../screen/toasts.ts';
import { type LoadChunk, lazyPart } from './chunks.ts';
import { usePartPress } from './part-press.ts';

const Part: ComponentType<object> = () => <p>the part</p>;

const show = (load: LoadChunk<object>) => {
  const Lazy = lazyPart(load);
  const Page = (): JSX.Element => {
    const [open, setOpen] = useState(false);
    const { loading, onClick } = usePartPress(load, () => setOpen(true));
    return (
      <>
        <button type="button" aria-busy={loading} onClick={onClick}>
          打开
        </button>
        {open ? <Lazy onClose={() => setOpen(false)} /> : null}
      </>
    );
  };
  render(<Page />);
};
const button = () => screen.getByRole('button', { name: '打开' });
const press = () => act(async () => button().click());

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toastStore.set([]);
});

describe('a button that shows a part with a chunk of its own', () => {
  it('R2.2 is busy from the press until the part is there', async () => {
    const chunk = Promise.withResolvers<{ Part: typeof Part }>();
    show(() => chunk.promise);
    await press();
    expect([button().getAttribute('aria-busy'), screen.queryByText('the part')]).toEqual(['true', null]);
    await act(async () => chunk.resolve({ Part }));
    expect(button().getAttribute('aria-busy')).toBe('false');
    expect(screen.getByText('the part')).toBeDefined();
  });

  it('R2.2 says that the part failed to load, leaves the page as it is, and tries again with the next press', async () => {
    const load = vi.fn<LoadChunk<object>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValue({ Part });
    show(load);
    await press();
    expect(toastStore.get().map(({ text }) => text)).toEqual(['加载失败，请重试或刷新页面']);
    expect([button().getAttribute('aria-busy'), screen.queryByText('the part')]).toEqual(['false', null]);
    await press();
    expect(screen.getByText('the part')).toBeDefined();
  });

  it('R2.2 fetches the part ahead; a failure of that shows no message, and the press tries again', async () => {
    const load = vi.fn<LoadChunk<object>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValue({ Part });
    show(load);
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(load).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect([load.mock.calls.length, toastStore.get()]).toEqual([1, []]);
    await press();
    expect(screen.getByText('the part')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
