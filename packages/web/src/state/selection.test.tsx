import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useSelection } from './selection.ts';

afterEach(cleanup);

it('R2.10 chosen rows stay chosen on other pages, and are cleared by another filter', () => {
  const { result, rerender } = renderHook(
    ({ status }: { status: string; page: number }) => useSelection<number>({ filter: { status } }),
    { initialProps: { status: 'active', page: 1 } },
  );
  act(() => result.current.onChosenChange(new Map([['a', 1]])));
  rerender({ status: 'active', page: 2 });
  expect([...result.current.chosen]).toEqual([['a', 1]]);
  rerender({ status: '', page: 1 });
  expect(result.current.chosen.size).toBe(0);
  // Going back to the former filter does not bring its rows back.
  act(() => result.current.onChosenChange(new Map([['b', 2]])));
  rerender({ status: 'active', page: 1 });
  expect(result.current.chosen.size).toBe(0);
});
