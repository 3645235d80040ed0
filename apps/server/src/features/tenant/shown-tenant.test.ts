import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { join, type Merchant, makeMerchant } from './tenant.fixture.ts';

let app: TestApp;
let host: Merchant;
let guest: Merchant;
beforeAll(async () => {
  app = await testApp();
  [host, guest] = [await makeMerchant(app), await makeMerchant(app)];
  await join(app, host, { guest, role: 'finance' });
});
afterAll(() => app.close());

const shows = (tenantId: string) => ({ headers: { 'x-tenant-id': tenantId } });
const stored = async () => (await app.rows('select contact_name from tenant order by tenant_id')).map(Object.values);

it('R10.9 a call of a page that shows another tenant than the session’s is refused, and nothing is stored', async () => {
  const before = await stored();
  const { body: own } = await guest.browser.call('tenant.get', {});
  const update = { contactName: '改过的人', version: own.data.version };
  for (const shown of [host.tenantId, 'no-such-tenant', '']) {
    const reply = await guest.browser.call('tenant.update', update, shows(shown));
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHTE001' } });
    expect((await guest.browser.call('tenant.get', {}, shows(shown))).status).toBe(409);
  }
  expect(await stored()).toEqual(before);
});

it('R10.9 one that shows the session’s tenant, or says nothing, is answered as ever', async () => {
  for (const options of [shows(guest.tenantId), {}]) {
    const { status, body } = await guest.browser.call('tenant.get', {}, options);
    expect([status, body.data.tenantId]).toEqual([200, guest.tenantId]);
  }
});

it('R10.9 after a switch in another tab the page of the first tenant does nothing for the second', async () => {
  expect((await guest.browser.call('tenant.switch', { tenantId: host.tenantId })).status).toBe(200);
  expect((await guest.browser.call('notice.unreadCount', {}, shows(guest.tenantId))).body.errCode).toBe('RHTE001');
  expect((await guest.browser.call('notice.unreadCount', {}, shows(host.tenantId))).status).toBe(200);
});

it('R10.9 what a visitor may ask is answered whatever the page shows', async () => {
  expect((await guest.browser.call('portal.querySlideInfo', {}, shows('t-other'))).status).toBe(200);
});
