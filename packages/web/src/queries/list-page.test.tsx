import { CallError } from '@ronghui/client';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { pageTypeStore } from '../screen/page-type.ts';
import { type ListSpec, useListPage } from './list-page.ts';
import type { Part } from './list-query.ts';
import { clearQueries, invalidate, QueryProvider } from './query-client.ts';

type Name = 'status' | 'no';
const asked: (Omit<Part, 'signal'> & Partial<Record<Name, string>>)[] = [];
const rows = Array.from({ length: 45 }, (_, place) => place);
const ask: ListSpec<number, Name>['ask'] = async (filter, { signal: _, ...part }) => {
  asked.push({ ...filter, ...part });
  const { page = 1, pageSize } = part;
  return { items: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
};

const spec: ListSpec<number, Name> = { operation: 'order.page', queryKey: ['rows'], filters: ['status', 'no'], ask };

const open = async (hash: string, changes: Partial<ListSpec<number, Name>> = {}) => {
  history.replaceState(null, '', hash);
  const { result } = renderHook(() => useListPage<number, Name>({ ...spec, ...changes }), { wrapper: QueryProvider });
  await act(async () => {});
  return result;
};

afterEach(() => {
  cleanup();
  pageTypeStore.set('PC');
  clearQueries();
  asked.length = 0;
});

describe('useListPage', () => {
  it('R2.10 fetches the list by the address, and shows its length', async () => {
    const list = await open('#/order?status=active&page=2&pageSize=10');
    expect(asked).toEqual([{ status: 'active', page: 2, pageSize: 10, withTotal: true }]);
    expect(list.current).toMatchObject({ pageType: 'PC', isFiltered: true, total: 45, totalIsExact: true });
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(10, 20) });
  });

  it('R2.10 a changed filter goes to the address and fetches the list; the former rows stay visible meanwhile', async () => {
    const list = await open('#/order?page=2');
    act(() => list.current.apply({ status: 'active' }));
    expect(location.hash).toBe('#/order?status=active');
    expect(list.current.busy).toBe(true);
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(20, 40) });
    await act(async () => {});
    expect(asked.at(-1)).toEqual({ status: 'active', page: 1, pageSize: 20 });
    expect(list.current.busy).toBe(false);
    act(() => list.current.clear());
    expect(location.hash).toBe('#/order');
  });

  it.each(['PC', 'H5'] as const)(
    'R2.9 on %s the rows of a moment ago stand there when one comes back',
    async (pageType) => {
      pageTypeStore.set(pageType);
      await open('#/order');
      cleanup();
      const list = await open('#/order');
      expect(asked).toHaveLength(1);
      expect(list.current.rows.status).toBe('ready');
    },
  );

  it('R2.9 a failure is shown with its trace id and can be retried', async () => {
    let fails = true;
    const list = await open('#/order', {
      ask: async (filter, part) => {
        if (!fails) return ask(filter, part);
        throw new CallError({ kind: 'reply', operationId: 'order.page', status: 500, errCode: 'X', traceId: '7f3a' });
      },
    });
    expect(list.current.rows).toMatchObject({ status: 'failed', traceId: '7f3a' });
    fails = false;
    await act(async () => list.current.retry());
    expect(list.current.rows.status).toBe('ready');
  });

  it('R2.9 rows whose refresh failed stay, say so, and another try refreshes them', async () => {
    let fails = false;
    const list = await open('#/order', {
      ask: async (filter, part) => {
        if (!fails) return ask(filter, part);
        throw new CallError({ kind: 'reply', operationId: 'order.page', status: 500 });
      },
    });
    fails = true;
    await act(() => invalidate(['rows']));
    expect(list.current.rows).toMatchObject({
      status: 'ready',
      data: rows.slice(0, 20),
      stale: {
        message: '系统异常，请联系开发或运维人员',
        since: new Date(list.current.answeredAt).toISOString(),
        busy: false,
      },
    });
    fails = false;
    await act(async () => list.current.retry());
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(0, 20) });
  });

  it('R2.9 on H5 a retry repeats what failed: the refresh, or the next rows', async () => {
    pageTypeStore.set('H5');
    let fails = false;
    let hold = Promise.resolve();
    const list = await open('#/order', {
      ask: async (filter, part) => {
        const reply = await ask(filter, part);
        await hold;
        if (fails) throw new CallError({ kind: 'reply', operationId: 'order.page', status: 500 });
        return reply;
      },
    });
    const pagesAskedBy = async (step: () => unknown) => {
      asked.length = 0;
      await act(async () => void step());
      return asked.map(({ page }) => page);
    };
    const more = () => list.current.more?.onMore();
    fails = true;
    expect(await pagesAskedBy(() => invalidate(['rows']))).toEqual([1]);
    expect(list.current.more?.failure).toMatch(/./);
    expect(list.current.rows).toMatchObject({ status: 'ready', stale: {} });
    fails = false;
    expect(await pagesAskedBy(more)).toEqual([1]);
    expect(list.current.more?.failure).toBeNull();
    fails = true;
    expect(await pagesAskedBy(more)).toEqual([2]);
    // The rows in sight are fresh, also while they are refreshed.
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(0, 20) });
    const wait = Promise.withResolvers<void>();
    hold = wait.promise;
    await act(async () => void invalidate(['rows']));
    expect([list.current.busy, 'stale' in list.current.rows]).toEqual([true, false]);
    await act(async () => wait.resolve());
    expect([list.current.busy, 'stale' in list.current.rows]).toEqual([false, true]);
    fails = false;
    await act(async () => list.current.retry());
    expect(await pagesAskedBy(more)).toEqual([2]);
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(0, 40) });
  });

  it('R1.4 on H5 the list loads more rows instead, and says when the next ones fail', async () => {
    pageTypeStore.set('H5');
    const list = await open('#/order?status=active', {
      ask: async (filter, part) => {
        if (part.page === 3) throw new CallError({ kind: 'reply', operationId: 'order.page', status: 500 });
        return ask(filter, part);
      },
    });
    expect(asked).toEqual([{ status: 'active', page: 1, pageSize: 20 }]);
    expect([list.current.pages, list.current.total]).toEqual([undefined, 45]);
    await act(async () => list.current.more?.onMore());
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(0, 40) });
    expect(list.current.more).toMatchObject({ hasMore: true, failure: null });
    await act(async () => list.current.more?.onMore());
    expect(list.current.rows).toEqual({ status: 'ready', data: rows.slice(0, 40) });
    expect(list.current.more?.failure).toMatch(/./);
  });

  it('R2.10 a part of a longer page has its own size and page numbers everywhere', async () => {
    const list = await open('#/safety', { normalSize: 10, isPagedEverywhere: true });
    expect(asked).toEqual([{ page: 1, pageSize: 10 }]);
    act(() => list.current.pages?.onPageChange(3));
    expect(location.hash).toBe('#/safety?page=3');
    act(() => list.current.pages?.onPageSizeChange(20));
    expect(location.hash).toBe('#/safety?pageSize=20');
  });
});
