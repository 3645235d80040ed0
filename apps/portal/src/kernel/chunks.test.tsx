import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { forgetFailedChunks, type LoadChunk, lazyPart } from './chunks.tsx';
import { noteFailure } from './last-failure.ts';
import { refusal } from './testing/page.fixture.tsx';

const Page: ComponentType<object> = () => <p>the page</p>;

const show = (load: LoadChunk<object>) => {
  const Lazy = lazyPart(load, <p>loading</p>);
  render(
    <ErrorBoundary>
      <Lazy />
    </ErrorBoundary>,
  );
};

const errorsAreExpected = () => vi.mocked(console.error).mockClear();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  forgetFailedChunks();
});

describe('a chunk', () => {
  it('R2.2 shows loading meanwhile, then the page', async () => {
    let arrive: (module: { Page: typeof Page }) => void = () => undefined;
    await act(async () => show(() => new Promise((resolve) => (arrive = resolve))));
    expect(screen.getByText('loading')).toBeDefined();
    await act(async () => arrive({ Page }));
    expect(screen.getByText('the page')).toBeDefined();
  });

  it('R2.2 that fails raises a load error, and the boundary’s retry fetches it again', async () => {
    const load = vi.fn<LoadChunk<object>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValue({ Page });
    await act(async () => show(load));
    expect(screen.getByRole('alert').textContent).toContain('Oops! Something went wrong');
    expect(screen.getByRole('button', { name: '刷新页面' })).toBeDefined();
    errorsAreExpected();
    await act(async () => screen.getByRole('button', { name: '重试' }).click());
    expect(screen.getByText('the page')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('R2.2 that has not come after 120 000 ms is a load error too', async () => {
    await act(async () => show(() => new Promise(() => undefined)));
    await act(() => vi.advanceTimersByTimeAsync(119_999));
    expect(screen.getByText('loading')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Oops! Something went wrong')).toBeDefined();
    errorsAreExpected();
  });

  it('R8.4 the fallback names the trace id of the last failed call', async () => {
    noteFailure(refusal('order.page', 'OPSB0001'));
    await act(async () => show(() => Promise.reject(new TypeError('Failed to fetch'))));
    expect(screen.getByRole('alert').textContent).toContain('页面出错了，请重试');
    expect(screen.getByText('trace-1')).toBeDefined();
    errorsAreExpected();
  });
});
