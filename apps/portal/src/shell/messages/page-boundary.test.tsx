import { noteFailure } from '@ronghui/web/calls/last-failure';
import { forgetFailedChunks, type LoadChunk, useChunk } from '@ronghui/web/navigation/chunks';
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, createElement, Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '#kernel/testing/page.fixture.tsx';
import { PageBoundary } from './page-boundary.tsx';

const Page: ComponentType<object> = () => <p>the page</p>;

const show = (load: LoadChunk<object>) => {
  const Chunk = () => createElement(useChunk(load));
  render(
    <PageBoundary>
      <Suspense fallback={<p>loading</p>}>
        <Chunk />
      </Suspense>
    </PageBoundary>,
  );
};

const errorsAreExpected = () => vi.mocked(console.error).mockClear();

afterEach(() => {
  cleanup();
  forgetFailedChunks();
});

describe('the fallback of a page that failed', () => {
  it('R2.2 a chunk that failed is fetched again by the retry', async () => {
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

  it('R8.4 the fallback names the trace id of the last failed call', async () => {
    noteFailure(refusal('order.page', 'OPSB0001'));
    await act(async () => show(() => Promise.reject(new TypeError('Failed to fetch'))));
    expect(screen.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('页面出错了，请重试');
    expect(screen.getByRole('button', { name: '重试' })).toBeDefined();
    expect(screen.getByText('trace-1')).toBeDefined();
    errorsAreExpected();
  });
});
