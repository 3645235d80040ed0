import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentLocation, navigate, parseHash, useHashLocation, useSearch } from './hash-location.ts';

beforeEach(() => {
  history.replaceState(null, '', '#/');
});

describe('the location', () => {
  it.each([
    ['#/portal/docs/faq?at=limits', { path: '/portal/docs/faq', search: 'at=limits' }],
    ['#/x?status=1', { path: '/x', search: 'status=1' }],
    ['#/x?a=b?c', { path: '/x', search: 'a=b?c' }],
    ['', { path: '/', search: '' }],
    ['#x', { path: '/x', search: '' }],
  ])('R2.1 of %s has path and search inside the hash', (hash, place) => {
    expect(parseHash(hash)).toEqual(place);
  });

  it('R2.1 navigation changes only the hash, so that no filter reaches the server', () => {
    navigate('/portal/products?category=payment');
    expect(location.hash).toBe('#/portal/products?category=payment');
    expect(location.search).toBe('');
    expect(currentLocation()).toEqual({ path: '/portal/products', search: 'category=payment' });
  });

  it('R2.10 a screen follows links, the address bar, back and forward', async () => {
    const { result } = renderHook(() => useHashLocation());
    act(() => navigate('/portal/about'));
    expect(result.current.path).toBe('/portal/about');
    await act(async () => {
      history.replaceState(null, '', '#/portal/partners');
      dispatchEvent(new Event('popstate'));
    });
    expect(result.current.path).toBe('/portal/partners');
  });

  it('R2.10 a filter changes its own key and keeps the others; an empty one is removed', () => {
    navigate('/list?page=3&status=open');
    const { result } = renderHook(() => useSearch());
    act(() => result.current[1]({ page: '4' }));
    expect(location.hash).toBe('#/list?page=4&status=open');
    act(() => result.current[1]({ status: null, page: '' }, { replace: true }));
    expect(location.hash).toBe('#/list');
  });
});
