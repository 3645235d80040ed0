import { CallError } from '@ronghui/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForLogin, backTo, enterSession, leaveSession, pathAfterLogin, watchSession } from './session.ts';
import { startUpStore } from './start-up.ts';
import { signedIn, toasts } from './testing/page.fixture.tsx';

const unauthorised = (operationId: string) =>
  new CallError({ kind: 'reply', operationId, errCode: 'RHSY401', errMsg: '请先登录', status: 401 });
const fails = (operationId: string, direct = false) => watchSession(unauthorised(operationId), { operationId, direct });
const at = (path: string) => history.replaceState(null, '', `#${path}`);

beforeEach(() => {
  leaveSession();
});

describe('the session watcher', () => {
  it('R4.2 a 401 warns once, however many calls fail together, and leads to the login and back', () => {
    at('/merchant/userCenter/order?status=active&page=2');
    enterSession(signedIn);
    for (const operationId of ['order.page', 'home.summary', 'notice.unreadCount']) fails(operationId);
    expect(toasts()).toEqual(['登录已过期']);
    expect(location.hash).toMatch(/^#\/portal\/login\?back=/);
    expect(pathAfterLogin(location.hash.split('?')[1] ?? '')).toBe('/merchant/userCenter/order?status=active&page=2');
    expect(startUpStore.get().user).toBeNull();
  });

  it('R4.2 a user who was never logged in goes to the login without a warning', () => {
    at('/merchant/userCenter/order');
    fails('order.page');
    expect(toasts()).toEqual([]);
    expect(location.hash).toMatch(/^#\/portal\/login/);
  });

  it('R4.2 a call that fails after the user logged out shows no warning', () => {
    at('/portal/home');
    enterSession(signedIn);
    leaveSession();
    fails('order.page');
    expect(toasts()).toEqual([]);
  });

  it('R8.3 a 401 of a direct path shows its own text', () => {
    at('/portal/home');
    enterSession(signedIn);
    fails('/elsewhere', true);
    expect(toasts()).toEqual(['登录超时，请重新登录']);
  });

  it('R4.3 a 401 to the tenant-info fetch stays silent outside the merchant area', () => {
    at('/portal/home');
    enterSession(signedIn);
    fails('tenant.get');
    expect(toasts()).toEqual([]);
    expect(location.hash).toBe('#/portal/home');
  });

  it('R4.3 inside the merchant area it leads to the login, still without a warning, and the user is forgotten', () => {
    at('/merchant/accountCenter/basicInfo');
    enterSession(signedIn);
    fails('tenant.get');
    expect(toasts()).toEqual([]);
    expect(startUpStore.get().user).toBeNull();
    expect(location.hash).toMatch(/^#\/portal\/login/);
  });

  it('R8.3 other errors leave the session alone', () => {
    at('/portal/home');
    enterSession(signedIn);
    watchSession(new CallError({ kind: 'reply', operationId: 'order.page', status: 403 }), {
      operationId: 'order.page',
      direct: false,
    });
    watchSession(new CallError({ kind: 'unreachable', operationId: 'order.page' }), {
      operationId: 'order.page',
      direct: false,
    });
    expect(startUpStore.get().user).not.toBeNull();
    expect(location.hash).toBe('#/portal/home');
  });
});

describe('the return path', () => {
  it.each([
    ['back=%2Fportal%2FskuConfig%2Fp1%2Fpurchase%3Fstep%3Dconfirm', '/portal/skuConfig/p1/purchase?step=confirm'],
    ['back=https%3A%2F%2Fevil.example', '/merchant/userCenter/home'],
    ['back=%2F%2Fevil.example', '/merchant/userCenter/home'],
    ['back=javascript%3Aalert(1)', '/merchant/userCenter/home'],
    ['back=%2Fportal%2Fnothing', '/merchant/userCenter/home'],
    ['back=%2Fportal%2Flogin', '/merchant/userCenter/home'],
    ['', '/merchant/userCenter/home'],
  ])('R2.10 after a login %s leads to %s', (search, path) => {
    expect(pathAfterLogin(search)).toBe(path);
  });

  it('R1.1 the login returns to the page that asked; the home page and the account pages add no return path', () => {
    expect(backTo({ path: '/portal/docs/faq', search: '' })).toEqual({ back: '/portal/docs/faq' });
    expect(backTo({ path: '/portal/home', search: '' })).toEqual({});
    expect(backTo({ path: '/portal/register', search: '' })).toEqual({});
  });

  it('R4.2 asking for a login on the login itself changes nothing', () => {
    at('/portal/login?back=%2Fportal%2Fabout');
    askForLogin();
    expect(location.hash).toBe('#/portal/login?back=%2Fportal%2Fabout');
  });
});
