import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, createElement, Suspense, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '../screen/toasts.ts';
import { ChunkError, forgetFailedChunks, type LoadChunk, lazyPart, useChunk } from './chunks.ts';
// It is fetched when a retry is pressed; loaded already, it is there before `act` ends.
import './part-focus.ts';
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
  const Chunk = () => createElement(useChunk(load));
  render(
    <ErrorBoundary fallback={Failed}>
      <Suspense fallback={<p>loading</p>}>
        <Chunk />
      </Suspense>
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

describe('a part of a page with a chunk of its own', () => {
  const failingOnce = () => {
    const load = vi.fn<LoadChunk<object>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    load.mockResolvedValue({ Page });
    return load;
  };
  const typed = () => screen.getByRole<HTMLInputElement>('textbox');
  afterEach(() => toastStore.set([]));

  it('R2.2 that can be closed is closed with a message when it fails to load; what was entered stays, and it can be opened again', async () => {
    const load = failingOnce();
    const Window = lazyPart(load);
    const Around: ComponentType = () => {
      const [open, setOpen] = useState(false);
      return (
        <>
          <input />
          <button type="button" onClick={() => setOpen(true)}>
            打开
          </button>
          {open ? <Window onClose={() => setOpen(false)} /> : null}
        </>
      );
    };
    render(<Around />);
    typed().value = 'entered';
    const press = () => act(async () => screen.getByRole('button', { name: '打开' }).click());
    await press();
    expect(toastStore.get().map(({ text }) => text)).toEqual(['加载失败，请重试或刷新页面']);
    expect([typed().value, screen.queryByText('the page')]).toEqual(['entered', null]);
    await press();
    expect(screen.getByText('the page')).toBeDefined();
    expect([typed().value, load.mock.calls.length]).toEqual(['entered', 2]);
  });

  it('R2.2 that stands in the page says in its place that it failed to load, and can be fetched again there', async () => {
    const load = failingOnce();
    const Part = lazyPart(load, <p>loading</p>);
    const around = (
      <>
        <input />
        <Part />
      </>
    );
    await act(async () => void render(around));
    typed().value = 'entered';
    expect(screen.getByRole('alert').textContent).toContain('加载失败，请重试');
    await act(async () => screen.getByRole('button', { name: '重试' }).click());
    expect(screen.getByText('the page')).toBeDefined();
    expect([typed().value, load.mock.calls.length, toastStore.get()]).toEqual(['entered', 2, []]);
  });

  describe('ux Always that is fetched again by a press has the focus once it is there', () => {
    const WithHeading: ComponentType<object> = () => (
      <section>
        <p>before</p>
        <h2>the heading</h2>
      </section>
    );
    const Nothing: ComponentType<object> = () => null;
    const retry = () => screen.getByRole('button', { name: '重试' });
    /** Fails so often, and is pressed so often; what has the focus then. */
    const retried = async (part: ComponentType<object>, { failures = 1, meanwhile = () => {} } = {}) => {
      const load = vi.fn<LoadChunk<object>>().mockResolvedValue({ part });
      for (let failed = 0; failed < failures; failed += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
      const Part = lazyPart(load, <p>loading</p>);
      const around = (
        <div>
          <input />
          <Part />
          <button type="button">after</button>
        </div>
      );
      await act(async () => void render(around));
      retry().focus();
      await act(async () => {
        retry().click();
        meanwhile();
      });
      return document.activeElement?.textContent;
    };

    it('ux Always at its heading', async () => {
      expect(await retried(WithHeading)).toBe('the heading');
    });
    it('ux Always itself where it has none', async () => {
      expect(await retried(Page)).toBe('the page');
    });
    it('ux Always the retry where it failed again', async () => {
      expect(await retried(Page, { failures: 2 })).toBe('重试');
    });
    it('ux Always nothing of its neighbours where it shows nothing', async () => {
      await retried(Nothing);
      expect(document.activeElement).toBe(document.body);
    });
    it('ux Always unless somebody went elsewhere meanwhile', async () => {
      await retried(Page, { meanwhile: () => typed().focus() });
      expect(document.activeElement).toBe(typed());
    });
    it('ux Always only there: a part that arrives by itself takes no focus', async () => {
      await act(async () => void render(createElement(lazyPart(async () => ({ WithHeading })))));
      expect(document.activeElement).toBe(document.body);
    });
  });
});
