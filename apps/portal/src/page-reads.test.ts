import { describe, expect, it } from 'vitest';
import { patterns, type RouteName } from '#kernel/paths.ts';
import { pagesWithReads, readsOf } from './page-reads.ts';
import { routes } from './routes.ts';

const hashOf = (page: string) => `#/merchant/userCenter/${page}`;
const part = { page: 1, pageSize: 20 };
/** The routes of the pages, by the third part of their path. */
const routeOf = (page: string) => {
  const found = Object.entries(patterns).find(([, pattern]) => `#${pattern}` === hashOf(page));
  // The names of the patterns are those of the routes.
  return routes[found?.[0] as RouteName];
};

describe('the first reads of a page', () => {
  it('stack first load: are those of its list and of what stands beside it', () => {
    expect(readsOf(hashOf('home'), {})).toEqual([{ operationId: 'home.summary', input: {} }]);
    expect(readsOf(hashOf('order'), { 'order.read': true })).toEqual([
      { operationId: 'order.page', input: part },
      { operationId: 'order.sum', input: {} },
      { operationId: 'product.list', input: {} },
    ]);
    expect(readsOf(hashOf('notice'), {})).toEqual([{ operationId: 'notice.page', input: part }]);
  });

  it('R2.10 a list with a filter, a page or an open drawer asks for itself', () => {
    for (const search of ['?status=active', '?page=2', '?open=XS20261120-1'])
      expect(readsOf(`${hashOf('order')}${search}`, { 'order.read': true })).toEqual([]);
    expect(readsOf(`${hashOf('order')}?`, { 'order.read': true })).toHaveLength(3);
  });

  it('R6.3 are not sent without the key of the page, the same that its route asks for', () => {
    for (const page of pagesWithReads) {
      const keys = routeOf(page).auth;
      const held = Object.fromEntries(keys.map((key) => [key, true]));
      expect(readsOf(hashOf(page), held).length, page).toBeGreaterThan(0);
      expect(readsOf(hashOf(page), {}).length > 0, page).toBe(keys.length === 0);
      expect(
        readsOf(hashOf(page), { ...held, ...Object.fromEntries(keys.map((key) => [key, false])) }).length > 0,
        page,
      ).toBe(keys.length === 0);
    }
  });

  it('stack first load: no other address has any', () => {
    for (const hash of [
      '',
      '#/',
      '#/portal/login',
      '#/merchant',
      '#/merchant/userCenter',
      hashOf('reconManagement'),
      hashOf('toString'),
    ])
      expect(readsOf(hash, { 'recon.read': true }), hash).toEqual([]);
  });
});
