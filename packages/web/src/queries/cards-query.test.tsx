import { CallError } from '@ronghui/client';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ListSource, useCardsQuery } from './list-query.ts';
import { clearQueries, invalidate, QueryProvider } from './query-client.ts';

type Ask = ListSource<number>['ask'];

/** Three rows a page, seven in all, counting down from `first`. */
const from =
  (first: () => number): Ask =>
  async ({ cursor = '0' }) => {
    const at = Number(cursor);
    const items = [0, 1, 2].map((place) => first() - at - place).filter((item) => item > first() - 7);
    return { items, nextCursor: at + 3 < 7 ? String(at + 3) : null };
  };

const Rows = ({ queryFn }: { queryFn: Ask }): JSX.Element => {
  const list = useCardsQuery({
    queryKey: ['rows'],
    list: { filter: {}, page: 1, pageSize: 20 },
    ask: queryFn,
  });
  return (
    <>
      <p data-testid="rows">{(list.data ?? []).flatMap(({ items }) => items).join(' ')}</p>
      <p data-testid="end">{`${list.hasNextPage ? 'more' : 'end'} ${list.error === null ? 'fine' : 'failed'}`}</p>
      <button type="button" onClick={() => void list.fetchNextPage()}>
        more
      </button>
    </>
  );
};

const List = ({ queryFn }: { queryFn: Ask }): JSX.Element => (
  <QueryProvider>
    <Rows queryFn={queryFn} />
  </QueryProvider>
);

const text = (name: string) => screen.getByTestId(name).textContent;
const more = () => act(async () => screen.getByRole('button').click());

afterEach(() => {
  cleanup();
  clearQueries();
});

describe('a list that loads more', () => {
  it('R2.9 a list loads page by page until its end', async () => {
    await act(async () => render(<List queryFn={from(() => 7)} />));
    expect([text('rows'), text('end')]).toEqual(['7 6 5', 'more fine']);
    await more();
    await more();
    expect([text('rows'), text('end')]).toEqual(['7 6 5 4 3 2 1', 'end fine']);
    await more();
    expect(text('rows')).toBe('7 6 5 4 3 2 1');
  });

  it('R2.9 a page that is requested twice at once is fetched once', async () => {
    const queryFn = vi.fn(from(() => 7));
    await act(async () => render(<List queryFn={queryFn} />));
    await act(async () => {
      screen.getByRole('button').click();
      screen.getByRole('button').click();
    });
    expect(queryFn).toHaveBeenCalledTimes(2);
    expect(text('rows')).toBe('7 6 5 4 3 2');
  });

  it('R2.9 after a write as many pages are fetched again as were shown', async () => {
    let first = 7;
    await act(async () => render(<List queryFn={from(() => first)} />));
    await more();
    first = 8;
    await act(() => invalidate(['rows']));
    expect(text('rows')).toBe('8 7 6 5 4 3');
  });

  it('R2.9 a page that fails keeps the others visible, and can be retried', async () => {
    let fails = false;
    const queryFn: Ask = async (context) => {
      if (fails) throw new CallError({ kind: 'reply', operationId: 'x.y', status: 500 });
      return from(() => 7)(context);
    };
    await act(async () => render(<List queryFn={queryFn} />));
    fails = true;
    await more();
    expect([text('rows'), text('end')]).toEqual(['7 6 5', 'more failed']);
    fails = false;
    await more();
    expect([text('rows'), text('end')]).toEqual(['7 6 5 4 3 2', 'more fine']);
  });
});
