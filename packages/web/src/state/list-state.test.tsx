import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from '../navigation/hash-location.ts';
import { identityStore } from '../session/identity.ts';
import { useListState } from './list-state.ts';

const names = ['status', 'pid'] as const;

const at = (hash: string) => {
  history.replaceState(null, '', hash);
  return renderHook(() => useListState(names)).result;
};

beforeEach(() => history.replaceState(null, '', '#/merchant/userCenter/order'));
afterEach(cleanup);

describe('useListState', () => {
  it('R2.10 a link restores filter, page, size and the open drawer', () => {
    const list = at('#/merchant/userCenter/order?status=active&page=3&pageSize=50&open=DD1');
    expect(list.current).toMatchObject({ filter: { status: 'active' }, page: 3, pageSize: 50, open: 'DD1' });
    expect(list.current.values).toEqual({ status: 'active', pid: '' });
  });

  it('R5.5 an invalid page of the address is corrected', () => {
    const list = at('#/merchant/userCenter/order?page=-4&pageSize=37');
    expect(list.current).toMatchObject({ page: 1, pageSize: 20 });
    cleanup();
    const other = at('#/merchant/userCenter/order?page=99999&pageSize=100');
    expect(other.current.page).toBe(100);
  });

  it('R2.10 another filter starts at its first page, also in the address', () => {
    const list = at('#/merchant/userCenter/order?page=3&open=DD1');
    act(() => list.current.apply({ status: 'active', pid: '' }));
    expect(location.hash).toBe('#/merchant/userCenter/order?status=active');
    act(() => list.current.goTo(2));
    expect(location.hash).toBe('#/merchant/userCenter/order?status=active&page=2');
    act(() => list.current.setPageSize(50));
    expect(location.hash).toBe('#/merchant/userCenter/order?status=active&pageSize=50');
  });

  it('security 4.12 a filter that may hold a name stands in no address, and is gone with who signed in', () => {
    act(() => identityStore.set('one'));
    history.replaceState(null, '', '#/users?pid=王&page=3');
    const list = renderHook(() => useListState(names, { unseen: ['pid'] })).result;
    expect(list.current.filter).toEqual({});
    act(() => list.current.apply({ pid: '小明', status: 'active' }));
    expect(location.hash).toBe('#/users?status=active');
    expect(list.current).toMatchObject({ filter: { status: 'active', pid: '小明' }, page: 1, isFiltered: true });
    act(() => list.current.apply({ pid: '小' }, { isTyped: true }));
    expect([location.hash, list.current.filter.pid]).toEqual(['#/users?status=active', '小']);
    act(() => identityStore.set('two'));
    expect(list.current.filter).toEqual({ status: 'active' });
    act(() => identityStore.set(undefined));
  });

  it('R2.10 a selection adds a step to the history, a typed text adds one in all', () => {
    const list = at('#/merchant/userCenter/order');
    const before = history.length;
    act(() => list.current.apply({ pid: 'D' }, { isTyped: true }));
    act(() => list.current.apply({ pid: 'DD' }, { isTyped: true }));
    act(() => list.current.apply({ pid: 'DD1' }, { isTyped: true }));
    expect([location.hash, history.length]).toEqual(['#/merchant/userCenter/order?pid=DD1', before + 1]);
    act(() => list.current.apply({ status: 'active' }));
    expect([list.current.isFiltered, history.length]).toEqual([true, before + 2]);
    act(() => list.current.clear());
    expect([location.hash, list.current.isFiltered]).toEqual(['#/merchant/userCenter/order', false]);
  });

  it('R2.10 a drawer has a link of its own; a drawer opened by a link closes to its list', () => {
    const list = at('#/merchant/userCenter/order?status=active');
    expect(list.current.openHref('DD1')).toBe('#/merchant/userCenter/order?status=active&open=DD1');
    cleanup();
    const other = at('#/merchant/userCenter/order?status=active&open=DD1');
    act(() => other.current.close());
    expect(location.hash).toBe('#/merchant/userCenter/order?status=active');
  });

  it('R2.10 a drawer that is closed twice, by two presses of Esc, goes one entry back', () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
    const list = at('#/merchant/userCenter/order');
    const open = () => act(() => navigate(list.current.openHref('DD1').slice(1)));
    const closeTwice = () => [1, 2].forEach(() => act(() => list.current.close()));
    open();
    closeTwice();
    expect(back).toHaveBeenCalledTimes(1);
    // The browser arrives, and the next drawer closes as well.
    act(() => navigate('/merchant/userCenter/order', { replace: true }));
    open();
    closeTwice();
    expect(back).toHaveBeenCalledTimes(2);
    back.mockRestore();
  });

  it('R2.10 a page that is turned beneath a drawer adds nothing to the history, and is the one that the drawer closes to', () => {
    const list = at('#/merchant/userCenter/order?status=active');
    act(() => navigate(list.current.openHref('DD1').slice(1)));
    const before = history.length;
    act(() => list.current.turnTo(2));
    expect([list.current.page, list.current.open, history.length]).toEqual([2, 'DD1', before]);
    act(() => navigate(list.current.openHref('DD2').slice(1), { replace: true }));
    act(() => list.current.close());
    expect([location.hash, history.length]).toEqual(['#/merchant/userCenter/order?status=active&page=2', before]);
  });
});
