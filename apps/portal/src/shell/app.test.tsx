import { startUp } from '@ronghui/web/calls/call';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contentAnswers } from '#features/catalog/catalog.fixture.ts';
import { patterns } from '#kernel/paths.ts';
import { type StartUpState, startUpStore } from '#kernel/start-up.ts';
import { act, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { routes, routeTable } from '../routes.ts';
import { App, loadAreaShell } from './app.tsx';
import { loadGate } from './route-view.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  const used = [routes.home.load, routes.products.load, routes.login.load, ...Object.values(routeTable.fallbackPages)];
  await Promise.all(used.flatMap((load) => (load === undefined ? [] : [loadChunk(load)])));
  await Promise.all([loadChunk(loadGate), loadChunk(loadAreaShell)]);
}, 60_000);

const docsOff = { visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } } as const;
const docsOn = { visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' } } as const;
const open = async (at: string, state: Partial<StartUpState> = docsOn, table = routeTable) => {
  const page = showPage(<App table={table} />, { at, answers: contentAnswers, state });
  await settled();
  return page;
};
/** Lets chunks and answers arrive. */
const settled = () =>
  waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull(), { timeout: 20_000 });
const goTo = async (path: string) => {
  await act(async () => navigate(path));
  await settled();
};
const errorIsExpected = (text: string) => {
  expect(vi.mocked(console.error).mock.calls.map(String)).toEqual([text]);
  vi.mocked(console.error).mockClear();
};

describe('routes', () => {
  it.each([
    ['/', '#/portal/home'],
    ['/portal', '#/portal/home'],
    ['/portal?from=mail', '#/portal/home?from=mail'],
  ])('R2.4 %s shows the home page and its own address', async (at, hash) => {
    await open(at);
    expect(location.hash).toBe(hash);
    expect(document.title).toBe('首页 - 融惠');
  });

  it('R2.4 an unknown route shows a page with the way home', async () => {
    await open('/portal/nothing');
    expect(document.title).toBe('页面不存在 - 融惠');
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('#/portal/home');
  });

  it('R2.5 a route without a component logs that to the console and shows a page with the way home', async () => {
    const { load: _, ...about } = routes.about;
    await open(patterns.about, docsOn, { ...routeTable, routes: { ...routes, about } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('关于我们');
    expect(screen.getByRole('link', { name: '返回首页' })).toBeDefined();
    errorIsExpected('route without a component: about');
  });

  it('R2.5 a page of the merchant area that is not open yet says so, and leads back to the area', async () => {
    const { load: _, ...loanConsult } = routes.loanConsult;
    const state = { user, auth: { 'loanConsult.read': true } };
    await open(patterns.loanConsult, state, { ...routeTable, routes: { ...routes, loanConsult } });
    expect(screen.getByText(/目前还没有开通/)).toBeDefined();
    expect(screen.getByRole('link', { name: '返回商户中心' }).getAttribute('href')).toBe('#/merchant/userCenter/home');
    expect(within(screen.getByRole('main')).queryByRole('button', { name: '退出登录' })).toBeNull();
    errorIsExpected('route without a component: loanConsult');
  });

  it('R2.3 the title and the focus follow the page', async () => {
    await open('/portal/home');
    await goTo('/portal/products');
    expect(document.title).toBe('产品 - 融惠');
    const heading = screen.getByRole('heading', { level: 1, name: '产品' });
    await waitFor(() => expect(document.activeElement).toBe(heading), { timeout: 20_000 });
  });

  it('R2.3 entering a page scrolls to its top; coming back to it does not', async () => {
    const scroll = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
    await open('/portal/home');
    scroll.mockClear();
    await goTo('/portal/products');
    expect(scroll).toHaveBeenCalledWith(0, 0);
    scroll.mockClear();
    await act(async () => navigate('/portal/products?category=benefits'));
    expect(scroll).not.toHaveBeenCalled();
    scroll.mockRestore();
  });

  it('R2.10 a deep link opens where it points, its filter included', async () => {
    await open('/portal/products?category=benefits');
    expect(screen.getAllByRole('heading', { level: 2, name: '员工福利' })).toBeDefined();
    expect(screen.queryByRole('heading', { level: 2, name: '供应链金融' })).toBeNull();
  });
});

describe('the merchant area', () => {
  it('R1.1 leads a visitor to the login and remembers the place', async () => {
    await open('/merchant/userCenter/order?status=active');
    expect(location.hash).toBe(`#/portal/login?back=${encodeURIComponent('/merchant/userCenter/order?status=active')}`);
  });

  it('R4.1 waits for the start-up call before it decides', async () => {
    showPage(<App table={routeTable} />, { at: '/merchant/userCenter/home', state: { phase: 'starting' } });
    await act(async () => undefined);
    expect(location.hash).toBe('#/merchant/userCenter/home');
    expect(screen.getByText('loading')).toBeDefined();
  });

  it('R6.2 shows No Auth to a user without any of the page’s keys', async () => {
    await open('/merchant/accountCenter/members', { user, auth: { 'order.read': true } });
    expect(screen.getByText('No Auth')).toBeDefined();
    expect(screen.getByText('您没有访问该页面的权限')).toBeDefined();
  });
});

describe('the document centre', () => {
  it('R2.6 shows its entry, its search and its routes while it is on', async () => {
    await open('/portal/home');
    expect(
      within(screen.getByRole('navigation', { name: '主导航' })).getByRole('link', { name: '文档中心' }),
    ).toBeDefined();
    expect(screen.getByRole('search')).toBeDefined();
  });

  it('R2.6 shows none of them while it is off, and its routes are not found', async () => {
    await open('/portal/docs/faq', docsOff);
    expect(document.title).toBe('页面不存在 - 融惠');
    expect(screen.queryByRole('link', { name: '文档中心' })).toBeNull();
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('R2.6 on H5 its tab is hidden while it is off', async () => {
    pageTypeStore.set('H5');
    await open('/portal/home');
    const tabs = () => within(screen.getByRole('navigation', { name: '底部导航' })).getAllByRole('link');
    expect(tabs().map((tab) => tab.textContent)).toEqual(['首页', '产品', '文档', '我的']);
    await act(async () => startUpStore.set({ ...startUpStore.get(), ...docsOff }));
    expect(tabs().map((tab) => tab.textContent)).toEqual(['首页', '产品', '我的']);
    pageTypeStore.set('PC');
  });

  it('R4.1 a start-up call that fails hides it, and the rest of the portal works', async () => {
    await open('/portal/home');
    await act(async () => {
      await startUp();
    });
    expect(startUpStore.get().phase).toBe('failed');
    expect(screen.queryByRole('link', { name: '文档中心' })).toBeNull();
    expect(screen.getByText('为经营者准备的产品')).toBeDefined();
  });
});

describe('the header', () => {
  it('R2.10 a visitor’s way to the login leads back to the page', async () => {
    await open('/portal/products?category=benefits');
    const login = within(screen.getByRole('banner')).getByRole('link', { name: '登录' });
    expect(login.getAttribute('href')).toBe(
      `#/portal/login?${new URLSearchParams({ back: '/portal/products?category=benefits' })}`,
    );
  });

  it('R1.2 a signed-in user has a menu with the logout instead', async () => {
    await open('/portal/products', { user });
    await screen.findByText('退出登录', undefined, { timeout: 20_000 });
    expect(within(screen.getByRole('banner')).queryByRole('link', { name: '登录' })).toBeNull();
  });
});
