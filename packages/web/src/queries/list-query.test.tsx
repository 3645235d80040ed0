import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListReply, type Part, useCardsQuery, useListQuery } from './list-query.ts';
import { clearQueries, invalidate, QueryProvider } from './query-client.ts';

const asked: Omit<Part, 'signal'>[] = [];
const rows = Array.from({ length: 45 }, (_, place) => place);

/** Returns the total on the first page and with `withTotal`, as the server does. */
const ask = async ({ signal: _, ...part }: Part): Promise<ListReply<number>> => {
  asked.push(part);
  const { page = 1, pageSize, withTotal } = part;
  const items = rows.slice((page - 1) * pageSize, page * pageSize);
  return page === 1 || withTotal === true ? { items, total: rows.length, totalIsExact: true } : { items };
};

/** Uses a cursor, as large lists do. */
const askByCursor = async ({ cursor = '0', pageSize, signal: _, ...part }: Part): Promise<ListReply<number>> => {
  asked.push({ ...part, cursor, pageSize });
  const end = Number(cursor) + pageSize;
  return { items: rows.slice(Number(cursor), end), nextCursor: end < rows.length ? String(end) : null };
};

afterEach(() => {
  cleanup();
  clearQueries();
  asked.length = 0;
});

const listAt = (page: number, filter = {}) => ({ filter, page, pageSize: 20 });

describe('useListQuery', () => {
  it('R2.10 a linked page requests the total once; the pages after it know it', async () => {
    const { result, rerender } = renderHook(
      ({ page }) => useListQuery<number>({ queryKey: ['rows'], list: listAt(page), ask }),
      { initialProps: { page: 2 }, wrapper: QueryProvider },
    );
    await act(async () => {});
    expect(asked).toEqual([{ page: 2, pageSize: 20, withTotal: true }]);
    rerender({ page: 3 });
    expect(result.current.data?.items[0]).toBe(20);
    await act(async () => {});
    expect(result.current.data).toEqual({ items: rows.slice(40), total: 45, totalIsExact: true });
    expect(asked[1]).toEqual({ page: 3, pageSize: 20 });
  });
});

describe('useListQuery after a write', () => {
  it('R2.10 the length is counted anew on any page', async () => {
    let length = 45;
    const { result, rerender } = renderHook(
      ({ page }) =>
        useListQuery<number>({
          queryKey: ['rows'],
          list: listAt(page),
          ask: async (part) => {
            const { items, ...counted } = await ask(part);
            return { items, ...(counted.total !== undefined && { ...counted, total: length }) };
          },
        }),
      { initialProps: { page: 1 }, wrapper: QueryProvider },
    );
    await act(async () => {});
    rerender({ page: 2 });
    await act(async () => {});
    expect(result.current.data?.total).toBe(45);
    length = 44;
    await act(() => invalidate(['rows']));
    expect(result.current.data?.total).toBe(44);
    rerender({ page: 3 });
    await act(async () => {});
    expect(result.current.data?.total).toBe(44);
    expect(asked.map(({ page, withTotal = false }) => [page, withTotal])).toEqual([
      [1, false],
      [2, false],
      [2, true],
      [3, false],
    ]);
  });
});

describe('useListQuery between filters', () => {
  it('R2.9 an empty list is not shown for another filter while that loads', async () => {
    const answer = Promise.withResolvers<ListReply<number>>();
    const { result, rerender } = renderHook(
      ({ filter }: { filter: Record<string, string> }) =>
        useListQuery<number>({
          queryKey: ['filtered'],
          list: listAt(1, filter),
          ask: async () => ('status' in filter ? { items: [], total: 0, totalIsExact: true } : answer.promise),
        }),
      { initialProps: { filter: { status: 'rejected' } as Record<string, string> }, wrapper: QueryProvider },
    );
    await act(async () => {});
    expect(result.current.data?.items).toEqual([]);
    rerender({ filter: {} });
    expect(result.current.data).toBeUndefined();
    await act(async () => answer.resolve({ items: [1], total: 1, totalIsExact: true }));
    expect(result.current.data?.items).toEqual([1]);
  });
});

describe('useCardsQuery', () => {
  it('R2.9 cards load page by page until a page is not full', async () => {
    const { result } = renderHook(() => useCardsQuery<number>({ queryKey: ['rows'], list: listAt(1), ask }), {
      wrapper: QueryProvider,
    });
    await act(async () => {});
    await act(() => result.current.fetchNextPage());
    await act(() => result.current.fetchNextPage());
    expect(result.current.data?.flatMap(({ items }) => items)).toEqual(rows);
    expect(result.current.hasNextPage).toBe(false);
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('R2.9 where the server gives a cursor the list continues with it', async () => {
    const { result } = renderHook(
      () => useCardsQuery<number>({ queryKey: ['rows'], list: listAt(1), ask: askByCursor }),
      { wrapper: QueryProvider },
    );
    await act(async () => {});
    await act(() => result.current.fetchNextPage());
    await act(() => result.current.fetchNextPage());
    expect(result.current.data?.flatMap(({ items }) => items)).toEqual(rows);
    expect(result.current.hasNextPage).toBe(false);
    expect(asked.map(({ cursor }) => cursor)).toEqual(['0', '20', '40']);
  });
});
