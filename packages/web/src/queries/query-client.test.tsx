import { CallError } from '@ronghui/client';
import { focusManager, onlineManager, type QueryFunction, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { act, cleanup, render as renderPlain, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearQueries, invalidate, QueryProvider, readAtEachVisit } from './query-client.ts';

const unreachable = () => new CallError({ kind: 'unreachable', operationId: 'x.y' });
const refused = () => new CallError({ kind: 'reply', operationId: 'x.y', status: 404 });

const Shown = (options: UseQueryOptions<string>): JSX.Element => {
  const { data, error, isFetching, refetch } = useQuery(options);
  return (
    <>
      <p data-testid="shown">{`${data ?? '-'}|${error === null ? 'fine' : 'failed'}|${isFetching ? 'asking' : 'still'}`}</p>
      <button type="button" onClick={() => void refetch()}>
        again
      </button>
    </>
  );
};

const render = (part: JSX.Element) => renderPlain(part, { wrapper: QueryProvider });
const shown = () => screen.getAllByTestId('shown').map((element) => element.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  clearQueries();
  vi.useRealTimers();
});

describe('the query client', () => {
  it('R2.9 pages that fetch the same data at once share one request and its answer', async () => {
    const queryFn = vi.fn(async () => 'answer');
    render(
      <>
        <Shown queryKey={['a', 1]} queryFn={queryFn} />
        <Shown queryKey={['a', 1]} queryFn={queryFn} />
      </>,
    );
    expect(shown()).toEqual(['-|fine|asking', '-|fine|asking']);
    await pass(0);
    expect(shown()).toEqual(['answer|fine|still', 'answer|fine|still']);
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it('R2.9 an answer is fresh for a minute; after that a page that opens shows it and fetches again', async () => {
    let count = 0;
    const queryFn = async () => `answer ${++count}`;
    const first = render(<Shown queryKey={['b']} queryFn={queryFn} />);
    await pass(0);
    first.unmount();
    await pass(59_000);
    const second = render(<Shown queryKey={['b']} queryFn={queryFn} />);
    expect(shown()).toEqual(['answer 1|fine|still']);
    second.unmount();
    await pass(1_000);
    render(<Shown queryKey={['b']} queryFn={queryFn} />);
    expect(shown()).toEqual(['answer 1|fine|asking']);
    await pass(0);
    expect(shown()).toEqual(['answer 2|fine|still']);
  });

  it('R11.2 what others change is read again at each visit and when its window gets the focus, and stands there meanwhile', async () => {
    readAtEachVisit('queue');
    let count = 0;
    const queryFn = vi.fn(async () => `answer ${++count}`);
    const both = (
      <>
        <Shown queryKey={['queue', 1]} queryFn={queryFn} />
        <Shown queryKey={['other', 1]} queryFn={async () => 'kept'} />
      </>
    );
    const first = render(both);
    await pass(2_000);
    first.unmount();
    render(both);
    expect(shown()).toEqual(['answer 1|fine|asking', 'kept|fine|still']);
    await pass(2_000);
    expect(shown()).toEqual(['answer 2|fine|still', 'kept|fine|still']);
    await act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await pass(0);
    focusManager.setFocused(undefined);
    expect(shown()[0]).toBe('answer 3|fine|still');
  });

  it('R2.9 a temporary failure is retried twice before it is shown, and can be retried by the user', async () => {
    const queryFn = vi.fn(async (): Promise<string> => {
      throw unreachable();
    });
    render(<Shown queryKey={['c']} queryFn={queryFn} />);
    await pass(2_999);
    expect(shown()).toEqual(['-|fine|asking']);
    await pass(1);
    expect(shown()).toEqual(['-|failed|still']);
    expect(queryFn).toHaveBeenCalledTimes(3);
    queryFn.mockImplementation(async () => 'at last');
    await act(async () => screen.getByRole('button').click());
    expect(shown()).toEqual(['at last|fine|still']);
  });

  it.each([502, 503, 504])('running 1.10 a read that a balancer answers with %i is made again', async (status) => {
    const queryFn = vi.fn(async () => 'answer');
    queryFn.mockRejectedValueOnce(new CallError({ kind: 'reply', operationId: 'x.y', status }));
    render(<Shown queryKey={['gone', status]} queryFn={queryFn} />);
    await pass(999);
    expect(shown()).toEqual(['-|fine|asking']);
    await pass(1);
    expect(shown()).toEqual(['answer|fine|still']);
  });

  it('running 1.10 it waits as long as the server asks, and is shown as failed at once where that is longer than five seconds', async () => {
    const asking = (retryAfterSec: number) =>
      vi
        .fn(async () => 'answer')
        .mockRejectedValueOnce(
          new CallError({ kind: 'reply', operationId: 'x.y', status: 503, errCode: 'OPSB0002', retryAfterSec }),
        );
    render(<Shown queryKey={['soon']} queryFn={asking(3)} />);
    render(<Shown queryKey={['late']} queryFn={asking(60)} />);
    await pass(2_999);
    expect(shown()).toEqual(['-|fine|asking', '-|failed|still']);
    await pass(1);
    expect(shown()).toEqual(['answer|fine|still', '-|failed|still']);
  });

  it('R2.9 offline a failure is shown at once, and fetched again when the network is back', async () => {
    const queryFn = vi.fn(async (): Promise<string> => {
      throw unreachable();
    });
    await act(async () => onlineManager.setOnline(false));
    render(<Shown queryKey={['offline']} queryFn={queryFn} />);
    await pass(0);
    expect(shown()).toEqual(['-|failed|still']);
    expect(queryFn).toHaveBeenCalledTimes(1);
    queryFn.mockImplementation(async () => 'back');
    await act(async () => onlineManager.setOnline(true));
    await pass(0);
    expect(shown()).toEqual(['back|fine|still']);
  });

  it('R2.9 a refusal is shown at once', async () => {
    const queryFn = vi.fn(async (): Promise<string> => {
      throw refused();
    });
    render(<Shown queryKey={['d']} queryFn={queryFn} />);
    await pass(0);
    expect(shown()).toEqual(['-|failed|still']);
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it('R2.9 shown data stays when fetching it again fails', async () => {
    const queryFn = vi.fn(async () => 'kept');
    render(<Shown queryKey={['e']} queryFn={queryFn} />);
    await pass(0);
    queryFn.mockImplementation(async () => {
      throw refused();
    });
    await act(async () => screen.getByRole('button').click());
    expect(shown()).toEqual(['kept|failed|still']);
  });

  it('R2.10 leaving a page cancels its requests, and a late answer changes nothing', async () => {
    let signal: AbortSignal | undefined;
    const queryFn: QueryFunction<string> = (context) => {
      signal = context.signal;
      return new Promise((resolve) => setTimeout(() => resolve('late'), 1_000));
    };
    render(<Shown queryKey={['f']} queryFn={queryFn} />).unmount();
    await pass(0);
    expect(signal?.aborted).toBe(true);
    await pass(2_000);
    render(<Shown queryKey={['f']} queryFn={async () => 'new'} />);
    expect(shown()[0]).toMatch(/^-/);
  });

  it('R2.9 the former answer stays visible until the first one for a new key', async () => {
    const ask = (page: number) => ({
      queryKey: ['g', page],
      queryFn: async () => `page ${page}`,
      placeholderData: (former: string | undefined) => former,
    });
    const view = render(<Shown {...ask(1)} />);
    await pass(0);
    view.rerender(<Shown {...ask(2)} />);
    expect(shown()).toEqual(['page 1|fine|asking']);
    await pass(0);
    expect(shown()).toEqual(['page 2|fine|still']);
  });

  it('R2.9 data of the first response is not fetched again while it is fresh', async () => {
    const queryFn = vi.fn(async () => 'asked');
    const at = Date.now();
    render(<Shown queryKey={['h']} queryFn={queryFn} initialData={() => 'held'} initialDataUpdatedAt={() => at} />);
    await pass(0);
    expect(shown()).toEqual(['held|fine|still']);
    expect(queryFn).not.toHaveBeenCalled();
  });

  it('R2.6 a query that is not enabled fetches nothing', async () => {
    const queryFn = vi.fn(async () => 'asked');
    render(<Shown queryKey={['i']} queryFn={queryFn} enabled={false} />);
    await pass(0);
    expect(shown()).toEqual(['-|fine|still']);
    expect(queryFn).not.toHaveBeenCalled();
  });

  it('R8.3 a failed query is fetched again when the network is back', async () => {
    const queryFn = vi.fn(async (): Promise<string> => {
      throw refused();
    });
    render(<Shown queryKey={['j']} queryFn={queryFn} />);
    await pass(0);
    queryFn.mockImplementation(async () => 'back');
    await act(async () => {
      dispatchEvent(new Event('offline'));
      dispatchEvent(new Event('online'));
    });
    expect(shown()).toEqual(['back|fine|still']);
  });

  it('R2.9 after a write the shown data of its noun is fetched again, and other data is not', async () => {
    let count = 0;
    const orders = async () => `orders ${++count}`;
    const other = vi.fn(async () => 'notices');
    render(
      <>
        <Shown queryKey={['order', 'page', 1]} queryFn={orders} />
        <Shown queryKey={['notice']} queryFn={other} />
        <Shown queryKey={['order', 'off']} queryFn={orders} enabled={false} />
      </>,
    );
    await pass(0);
    await act(() => invalidate(['order']));
    expect(shown()).toEqual(['orders 2|fine|still', 'notices|fine|still', '-|fine|still']);
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('R2.9 an answer that was requested before a write is discarded', async () => {
    const answers = ['before the write', 'after the write'];
    const queryFn = () =>
      new Promise<string>((resolve) => {
        const answer = answers.shift() ?? '';
        setTimeout(() => resolve(answer), answer === 'before the write' ? 900 : 100);
      });
    render(<Shown queryKey={['k']} queryFn={queryFn} />);
    await pass(500);
    void invalidate(['k']);
    await pass(100);
    expect(shown()).toEqual(['after the write|fine|still']);
    await pass(1_000);
    expect(shown()).toEqual(['after the write|fine|still']);
  });

  it('R2.9 stale data that no page shows is fetched when a page shows it again', async () => {
    let count = 0;
    const queryFn = async () => `answer ${++count}`;
    const first = render(<Shown queryKey={['l']} queryFn={queryFn} />);
    await pass(0);
    first.unmount();
    await act(() => invalidate(['l']));
    expect(count).toBe(1);
    render(<Shown queryKey={['l']} queryFn={queryFn} />);
    await pass(0);
    expect(shown()).toEqual(['answer 2|fine|still']);
  });
});
