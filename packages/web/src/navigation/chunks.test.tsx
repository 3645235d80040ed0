import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError, forgetFailedChunks, type LoadChunk, lazyPart } from './chunks.ts';
import { ErrorBoundary, type Fallback } from './error-boundary.ts';

const Page: ComponentType<object> = () => <p>the page</p>;

const Failed: Fallback = ({ error, retry }) => (
  <div role="alert">
    <p>{error instanceof ChunkError ? 'the chunk is missing' : 'another failure'}</p>
    <button type="button" onClick={retry}>
      重试
    </button>
  </div>
);

const show = (load: LoadChunk<object>) => {
  const Lazy = lazyPart(load, <p>loading</p>);
  render(
    <ErrorBoundary fallback={Failed}>
      <Lazy />
    </ErrorBoundary>,
  );
};

beforeEach(() => {
  // React logs errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  cleanup();
  forgetFailedChunks();
});

describe('a chunk', () => {
  it('R2.2 shows loading, then the page', async () => {
    let arrive: (module: { Page: typeof Page }) => void = () => undefined;
    await act(async () => show(() => new Promise((resolve) => (arrive = resolve))));
    expect(screen.getByText('loading')).toBeDefined();
    await act(async () => arrive({ Page }));
    expect(screen.getByText('the page')).toBeDefined();
  });

  it('R2.2 that fails throws a load error, and the boundary’s retry fetches it again', async () => {
    const load = vi.fn<LoadChunk<object>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValue({ Page });
    await act(async () => show(load));
    expect(screen.getByRole('alert').textContent).toContain('the chunk is missing');
    await act(async () => screen.getByRole('button', { name: '重试' }).click());
    expect(screen.getByText('the page')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('R2.2 that is not loaded after 120 000 ms is a load error too', async () => {
    await act(async () => show(() => new Promise(() => undefined)));
    await act(() => vi.advanceTimersByTimeAsync(119_999));
    expect(screen.getByText('loading')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('the chunk is missing')).toBeDefined();
  });
});
