import { href } from '@ronghui/web/navigation/hash-location';
import { describe, expect, it } from 'vitest';
import { followRedirects, paths, patterns, routeNameOf } from './paths.ts';

describe('routes', () => {
  it.each([
    ['/', patterns.home],
    ['/portal', patterns.home],
    ['/portal/', patterns.home],
    ['/merchant', patterns.merchantHome],
    ['/merchant/userCenter', patterns.merchantHome],
    ['/merchant/accountCenter', patterns.basicInfo],
    ['/portal/login', '/portal/login'],
  ])('R2.4 %s leads to %s', (from, to) => {
    expect(followRedirects(from)).toBe(to);
  });

  it.each([
    '/portal/home',
    '/portal/register',
    '/portal/findPassword',
    '/portal/changePassword',
    '/portal/partners',
    '/portal/productsDetail/p1',
    '/portal/skuConfig/p1/trial',
    '/portal/feedBack',
    '/portal/chat',
    '/portal/login',
    '/portal/about',
    '/portal/docs',
    '/portal/docs/faq',
    '/portal/products',
    '/portal/agreement/terms',
    '/portal/agreement/terms/2026-11',
    '/merchant/userCenter/home',
    '/merchant/userCenter/order',
    '/merchant/userCenter/bill',
    '/merchant/userCenter/accountStatement',
    '/merchant/userCenter/authorizationRecord',
    '/merchant/userCenter/reconManagement',
    '/merchant/userCenter/reconManagement/new',
    '/merchant/userCenter/reconManagement/year',
    '/merchant/userCenter/reconManagement/run/r1',
    '/merchant/userCenter/reconManagement/run/r1/statement',
    '/merchant/userCenter/feedback',
    '/merchant/userCenter/loanConsult',
    '/merchant/userCenter/notice',
    '/merchant/userCenter/exports',
    '/merchant/userCenter/invoice',
    '/merchant/accountCenter/basicInfo',
    '/merchant/accountCenter/safety',
    '/merchant/accountCenter/verify',
    '/merchant/accountCenter/verify/pending',
    '/merchant/accountCenter/members',
  ])('R2.4 %s is a route', (path) => {
    expect(routeNameOf(path)).toBeDefined();
  });

  it.each(['/portal/nothing', '/portal/productsDetail', '/portal/productsDetail/a/b', '/elsewhere', '/portal/homes'])(
    'R2.4 %s is not a route',
    (path) => {
      expect(routeNameOf(path)).toBeUndefined();
    },
  );

  it('R3.4 parameters are decoded; a parameter that cannot be decoded stays as it is', () => {
    expect(routeNameOf(paths.product('a b/中'))?.params).toEqual({ pid: 'a b/中' });
    expect(routeNameOf('/portal/productsDetail/%E4')?.params).toEqual({ pid: '%E4' });
    expect(routeNameOf('/portal/skuConfig/p1/purchase')?.params).toEqual({ pid: 'p1', type: 'purchase' });
    expect(routeNameOf('/merchant/accountCenter/verify')?.params).toEqual({});
  });

  it('R2.1 links are inside the hash, with their search', () => {
    expect(href(paths.products({ category: 'payment' }))).toBe('#/portal/products?category=payment');
    expect(href(paths.docSearch('对账 单'))).toBe('#/portal/docs?keyword=%E5%AF%B9%E8%B4%A6+%E5%8D%95');
    expect(href(paths.login())).toBe('#/portal/login');
  });
});
