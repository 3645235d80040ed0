import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type SelectionSpec, useSelection } from './selection.ts';

interface Bill {
  readonly id: string;
  readonly status: 'pending' | 'confirmed';
  readonly amount: number;
}
type List = SelectionSpec<Bill>['list'];

const bill = (id: string, amount = 1, status: Bill['status'] = 'pending'): Bill => ({ id, status, amount });
let clock = 0;
/** A page of a list as it was answered now. */
const page = (number: number, data: readonly Bill[], more: Partial<List> = {}): List => ({
  filter: {},
  rows: { status: 'ready', data },
  busy: false,
  answeredAt: ++clock,
  pages: { page: number, pageSize: 20 },
  ...more,
});

const start = (first: List) => {
  const { result, rerender } = renderHook(
    ({ list }) => useSelection<Bill>({ list, keyOf: ({ id }) => id, canChoose: ({ status }) => status === 'pending' }),
    { initialProps: { list: first } },
  );
  return {
    show: (list: List) => rerender({ list }),
    choose: (...bills: readonly Bill[]) =>
      act(() =>
        result.current.onChosenChange(
          new Map([...result.current.chosen, ...bills.map((one) => [one.id, one] as const)]),
        ),
      ),
    chosen: () => [...result.current.chosen.values()],
  };
};

afterEach(cleanup);

describe('useSelection', () => {
  it('R2.10 what is chosen stays chosen on other pages', () => {
    const list = start(page(1, [bill('a'), bill('b')]));
    list.choose(bill('a'));
    // Rows of the page before stand in until the next ones have come.
    list.show(page(2, [bill('a'), bill('b')], { busy: true }));
    list.show(page(2, [bill('c')]));
    list.choose(bill('c'));
    expect(list.chosen().map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('R2.10 a change of the filter clears the selection, and the former filter does not bring it back', () => {
    const pending = { filter: { status: 'pending' } };
    const list = start(page(1, [bill('a')], pending));
    list.choose(bill('a'));
    list.show(page(1, [bill('a')]));
    expect(list.chosen()).toEqual([]);
    list.show(page(1, [bill('a')], pending));
    expect(list.chosen()).toEqual([]);
  });

  it('R10.3 a sum over the selection is that of the newest rows', () => {
    const list = start(page(1, [bill('a', 100), bill('b', 5)]));
    list.choose(bill('a', 100), bill('b', 5));
    list.show(page(1, [bill('a', 70), bill('b', 5)]));
    expect(list.chosen().map(({ amount }) => amount)).toEqual([70, 5]);
    // An older answer, out of the cache, is no news.
    list.show({ ...page(1, [bill('a', 100), bill('b', 5)]), answeredAt: 1 });
    expect(list.chosen().map(({ amount }) => amount)).toEqual([70, 5]);
  });

  it('R10.3 a row that is gone after a refresh, or not selectable any more, leaves the selection for good', () => {
    const list = start(page(1, [bill('a'), bill('b'), bill('c')]));
    list.choose(bill('a'), bill('b'), bill('c'));
    list.show(page(1, [bill('a', 1, 'confirmed'), bill('c')]));
    expect(list.chosen().map(({ id }) => id)).toEqual(['c']);
    list.show(page(1, [bill('a'), bill('b'), bill('c')]));
    expect(list.chosen().map(({ id }) => id)).toEqual(['c']);
    list.show(page(1, []));
    expect(list.chosen()).toEqual([]);
  });

  it('R2.10 what was chosen from all pages at once stays until a page has shown it', () => {
    const list = start(page(1, [bill('a')]));
    list.choose(bill('a'), bill('z'));
    expect(list.chosen().map(({ id }) => id)).toEqual(['a', 'z']);
    list.show(page(9, [bill('z', 3)]));
    expect(list.chosen().map(({ amount }) => amount)).toEqual([1, 3]);
    list.show(page(9, []));
    expect(list.chosen().map(({ id }) => id)).toEqual(['a']);
  });

  it('R2.9 a failed refresh changes nothing', () => {
    const list = start(page(1, [bill('a')]));
    list.choose(bill('a'));
    list.show(page(1, [], { rows: { status: 'failed', message: '', traceId: undefined } }));
    expect(list.chosen()).toHaveLength(1);
  });

  it('R1.4 on H5 a row that is gone from the cards leaves the selection', () => {
    const { pages: _, ...cards } = page(1, [bill('a'), bill('b')]);
    const list = start(cards);
    list.choose(bill('a'), bill('b'));
    list.show({ ...cards, rows: { status: 'ready', data: [bill('b')] }, answeredAt: ++clock });
    expect(list.chosen().map(({ id }) => id)).toEqual(['b']);
  });
});
