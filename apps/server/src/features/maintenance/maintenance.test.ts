import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountFixture } from '#features/account/account.fixture';
import { ensureDemoContent } from '#features/content/demo-content';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { openSending } from '#kernel/sending/sending.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let admin: TestBrowser;
beforeAll(async () => {
  app = await testApp({
    limits: { sessionIdleMinutes: 1e6, sessionHours: 1e5, opsSessionIdleMinutes: 1e6, opsSessionHours: 1e5 },
    portal: {
      template: '<html><div id="ice-container"></div></html>',
      scriptHashes: [],
      styles: { every: '', home: '', area: '' },
      assets: new Map(),
      rootFiles: new Map(),
      render: ({ template }) => ({ html: template }),
    },
  });
  await ensureDemoContent(app.database);
  admin = await enterStaff(app, 'maintenance', { roles: ['admin'] });
});
afterAll(() => app.close());

const current = async () => (await admin.call('ops.maintenance.current')).body.data;
const inHours = (hours: number): string => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const nothing = { notice: null, readOnlyUntil: null, smsStopped: false };
let sets = 0;
const set = async (changed: Record<string, unknown> = {}) => {
  sets += 1;
  return admin.call('ops.maintenance.set', {
    ...nothing,
    revision: (await current()).revision,
    stepTicket: await stepTicketOf(admin),
    idempotencyKey: `maintenance-key-${sets}`,
    ...changed,
  });
};
beforeEach(async () => {
  expect((await set()).status).toBe(200);
});
const notice = () => ({ text: '今晚升级', from: inHours(1), until: inHours(3) });
const page = async (): Promise<string> => (await app.app.http.inject({ url: '/' })).body;
const sheet = async (): Promise<string> => (await app.app.http.inject({ url: '/site.css' })).body;
const stored = () => app.rows('select * from maintenance');

describe('running 6.5 staff announce maintenance', () => {
  it('running 6.5 every page begins with the notice until it is over, and its sheet has a rule for it on those days alone', async () => {
    expect(await page()).not.toContain('维护通知');
    expect(await sheet()).not.toContain('#maintenance');
    expect((await set({ notice: { ...notice(), text: '升级 <b>' } })).status).toBe(200);
    await expect.poll(page).toContain('<p id="maintenance" role="status">维护通知：升级 &#60;b&#62;（');
    expect(await sheet()).toContain('#maintenance{');
    await app.clock.advance({ hours: 3 });
    await expect.poll(page).not.toContain('维护通知');
  });

  it('running 6.5 it is kept in the trail with what it was before, and by whom', async () => {
    await set({ notice: notice(), smsStopped: true });
    const [event] = await app.rows(
      `select before, after from audit_event where event = 'ops.maintenance.set' order by event_id desc limit 1`,
    );
    expect(event).toMatchObject({ before: { smsStopped: false }, after: { smsStopped: true } });
    expect(await current()).toMatchObject({ setBy: expect.stringMatching(/./), smsStopped: true });
  });

  it('R4.12 who sets it over an older revision reads who was first', async () => {
    expect(await set({ revision: 0 })).toMatchObject(cameSecond(somebody, '发布维护通知、设为只读或停发短信'));
  });

  it.each([
    ['no proof', () => ({ stepTicket: undefined }), 403],
    ['an older revision', () => ({ revision: 0 }), 409],
    ['a notice that ends before it begins', () => ({ notice: { ...notice(), until: inHours(0.5) } }), 422],
    ['a notice that is over', () => ({ notice: { ...notice(), from: inHours(-3), until: inHours(-1) } }), 422],
    ['a notice without words', () => ({ notice: { ...notice(), text: '  ' } }), 422],
    ['a notice far ahead', () => ({ notice: { ...notice(), until: inHours(24 * 61) } }), 422],
    ['a time that has passed', () => ({ readOnlyUntil: inHours(-1) }), 422],
    ['more than seven days', () => ({ readOnlyUntil: inHours(24 * 7 + 1) }), 422],
    ['no date', () => ({ readOnlyUntil: '2026-99-99T99:99:99.000Z' }), 422],
  ])('running 6.5 %s is refused, and nothing is stored', async (_what, changed, status) => {
    const before = await stored();
    expect((await set(changed())).status).toBe(status);
    expect(await stored()).toEqual(before);
  });
});

describe('running 6.5 read-only until a time', () => {
  it('running 6.5 merchants and visitors read, come in and go out, and nothing else of theirs is written; staff work on', async () => {
    const merchant = await makeMerchant(app);
    const visitor = await app.open();
    expect((await set({ readOnlyUntil: inHours(2) })).status).toBe(200);
    const update = () => merchant.browser.call('tenant.update', { tenantName: '改名商贸' });
    await expect.poll(async () => (await update()).body.errCode).toBe('RHSY503');
    const refused = await update();
    expect(refused).toMatchObject({ status: 503, body: { data: { until: expect.any(String) } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await merchant.browser.call('order.page', {})).status).toBe(200);
    expect((await visitor.call('user.generateImageCode', {})).status).toBe(200);
    expect((await visitor.call('portal.contact', {})).body.errCode).toBe('RHSY503');
    expect((await merchant.browser.call('portal.logout', {})).status).toBe(200);
    expect(await page()).toContain('前只能查看');
    await app.clock.advance({ hours: 2 });
    await expect.poll(async () => (await visitor.call('portal.contact', {})).body.errCode).not.toBe('RHSY503');
  });
});

describe('running 6.5 what is answered while the site is read-only', () => {
  it('running 6.5 codes to come in are sent; those of forms that cannot be finished are refused, and nothing is spent or stored', async () => {
    const fixture = new AccountFixture(app);
    const browser = await fixture.browser();
    expect((await set({ readOnlyUntil: inHours(2) })).status).toBe(200);
    const refusal = async (scene: string) => {
      const imageTicket = await browser.imageTicket();
      const ask = () => browser.call('portal.sendSmsCode', { mobile: '13900000071', scene, imageTicket });
      return [(await ask()).body.errCode, (await ask()).body.errCode];
    };
    await expect.poll(() => refusal('register')).toEqual(['RHSY503', 'RHSY503']);
    expect(await refusal('findPwd')).toEqual(['RHSY503', 'RHSY503']);
    expect(await app.rows('select 1 as one from sms_code union all select 1 from outbox')).toEqual([]);
    // The picture of a login's code is used once.
    expect(await refusal('login')).toEqual([undefined, expect.stringMatching(/^OPS/)]);
  });
});

describe('running 6.5 SMS are stopped', () => {
  it('running 6.5 no code is promised and what waits stays; it leaves once they are sent again', async () => {
    const sending = await openSending();
    try {
      const staff = await enterStaff(sending.app, 'stopping', { roles: ['admin'] });
      const stop = async (smsStopped: boolean, revision: number) =>
        staff.call('ops.maintenance.set', {
          ...nothing,
          smsStopped,
          revision,
          stepTicket: await stepTicketOf(staff),
          idempotencyKey: `stop-sms-key-${String(smsStopped)}-1`,
        });
      expect((await stop(true, 0)).status).toBe(200);
      await sending.enqueue();
      await sending.pass(0);
      expect(sending.carrier.accepted).toEqual([]);
      expect(await sending.waiting()).toHaveLength(1);
      const test = { mobile: '13900000008', scene: 'login', stepTicket: await stepTicketOf(staff) };
      const promised = await staff.call('ops.sender.test', { ...test, idempotencyKey: 'stopped-test-key-1' });
      expect(promised.body.errCode).toBe('OPS10005');
      expect((await stop(false, 1)).status).toBe(200);
      await sending.pass(31);
      expect(sending.carrier.accepted).toHaveLength(1);
    } finally {
      await sending.close();
    }
  });
});
