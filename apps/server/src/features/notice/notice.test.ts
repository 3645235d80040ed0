import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizationJobs } from '#features/authorization/authorization.jobs';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import {
  freshKey,
  logIn,
  type Merchant,
  join as makeMember,
  makeMerchant,
  stepTicket,
} from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestBrowser } from '#kernel/testing/test-client';
import { noticeJobs } from './notice.jobs.ts';
import { leaveNotice } from './notice.sql.ts';

let fixture: OrderFixture;
let host: Merchant;
let finance: Merchant;
let otherTenant: Merchant;
/** The finance member, logged in to the host's tenant. */
let desk: TestBrowser;

beforeAll(async () => {
  fixture = await openOrderFixture();
  host = await makeMerchant(fixture.app, '掌柜');
  finance = await makeMerchant(fixture.app, '账房');
  otherTenant = await makeMerchant(fixture.app);
  await makeMember(fixture.app, host, { guest: finance, role: 'finance' });
  desk = finance.browser;
  await desk.call('tenant.switch', { tenantId: host.tenantId });
  await fixture.app.rows('delete from notice');
});
afterAll(() => fixture.close());

const page = async (browser: TestBrowser, payload = {}) => {
  const reply = await browser.call('notice.page', payload);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const titles = async (browser: TestBrowser, payload = {}): Promise<string[]> =>
  (await page(browser, payload)).items.map(({ title }: { title: string }) => title);
const unread = async (browser: TestBrowser): Promise<number> =>
  (await browser.call('notice.unreadCount')).body.data.unread;
const leave = (
  ...[audience, notice]: [Parameters<typeof leaveNotice>[1], Partial<Parameters<typeof leaveNotice>[2]>]
) =>
  fixture.app.database.transact('service', async (tx) => {
    leaveNotice(tx, audience, { kind: 'system', title: '通知', text: '内容', ...notice });
  });
const clear = () => fixture.app.rows('delete from notice');
const runJob = async (jobs: typeof noticeJobs, name: string) => {
  const { database, ports } = fixture.app;
  await jobs.find((one) => one.name === name)?.run({ database, ports, log: ports.log });
};

describe('R10.11 the recipients of a notice', () => {
  it('R10.11 each member of a tenant has it, with their own read mark; another tenant does not see it', async () => {
    await clear();
    await leave({ tenantId: host.tenantId }, { title: '给商户', place: 'order', placeId: 'XS1' });
    expect(await page(host.browser)).toMatchObject({
      items: [{ title: '给商户', kind: 'system', place: 'order', placeId: 'XS1', readAt: null }],
      total: 1,
      nextCursor: null,
    });
    expect(await unread(desk)).toBe(1);
    expect(await unread(otherTenant.browser)).toBe(0);
    expect((await host.browser.call('notice.read')).body.data).toEqual({ unread: 0 });
    expect(await unread(desk)).toBe(1);
    expect(await titles(host.browser, { unread: true })).toEqual([]);
    expect(await titles(host.browser, { unread: false })).toEqual(['给商户']);
  });

  it('R10.11 a notice for a role or a member is visible only to them; a person’s own notice is visible in all their tenants', async () => {
    await clear();
    await leave({ tenantId: host.tenantId, roles: ['owner'] }, { title: '给主账号' });
    await leave({ tenantId: host.tenantId, userId: finance.userId }, { title: '给账房' });
    await leave({ tenantId: null, userId: finance.userId }, { title: '给本人' });
    expect(await titles(host.browser)).toEqual(['给主账号']);
    expect((await titles(desk)).toSorted()).toEqual(['给账房', '给本人'].toSorted());
    const elsewhere = await logIn(fixture.app, finance.mobile);
    await elsewhere.call('tenant.switch', { tenantId: finance.tenantId });
    expect(await titles(elsewhere, { kind: 'system' })).toEqual(['给本人']);
    expect(await unread(elsewhere)).toBeGreaterThanOrEqual(1);
  });

  it('R6.3 another user’s notice is answered like a missing one, and stays unread', async () => {
    await clear();
    await leave({ tenantId: host.tenantId, roles: ['owner'] }, { title: '给主账号' });
    const [{ noticeId }] = (await page(host.browser)).items;
    for (const browser of [otherTenant.browser, desk]) {
      const answerFor = async (id: string) => {
        const { status, body } = await browser.call('notice.read', { noticeIds: [id] });
        return { status, body: { ...body, traceId: '' } };
      };
      expect(await answerFor(noticeId)).toEqual(await answerFor('no-such-one'));
      expect(await answerFor(noticeId)).toMatchObject({ status: 404 });
    }
    expect(await unread(host.browser)).toBe(1);
    expect((await host.browser.call('notice.read', { noticeIds: [noticeId, noticeId] })).body.data).toEqual({
      unread: 0,
    });
  });

  it('R6.3 row security hides other tenants’ notices even without the filter', async () => {
    await clear();
    await leave({ tenantId: host.tenantId }, {});
    await leave({ tenantId: null, userId: finance.userId }, {});
    const seen = (tenantId: string) =>
      fixture.app.database.transact({ tenantId }, (tx) => tx.selectFrom('notice').select('user_id').execute());
    expect(await seen(otherTenant.tenantId)).toEqual([]);
    expect((await seen(host.tenantId)).length).toBe(3);
    expect(await seen(finance.tenantId)).toEqual([{ user_id: finance.userId }]);
    const forged = fixture.app.database.transact({ tenantId: otherTenant.tenantId }, async (tx) => {
      await tx
        .insertInto('notice')
        .values({ tenant_id: host.tenantId, user_id: host.userId, kind: 'system', title: 'x', text: '' })
        .execute();
    });
    await expect(forged).rejects.toThrow(/row-level security/);
  });

  it('contract 4 the cursor continues a long list without a gap or a repeat', async () => {
    await clear();
    for (let count = 0; count < 25; count += 1) await leave({ tenantId: host.tenantId }, { title: `第 ${count}` });
    const first = await page(host.browser, { pageSize: 10 });
    expect(first).toMatchObject({ total: 25, totalIsExact: true });
    const second = await page(host.browser, { pageSize: 10, cursor: first.nextCursor });
    const third = await page(host.browser, { pageSize: 10, cursor: second.nextCursor });
    const ids = [first, second, third].flatMap(({ items }) =>
      items.map(({ noticeId }: { noticeId: string }) => noticeId),
    );
    expect(new Set(ids).size).toBe(25);
    expect(third.nextCursor).toBeNull();
    expect(second.total).toBeUndefined();
  });

  it('R10.11 the first part says how many are unread, of every kind; no other part does', async () => {
    await clear();
    for (let count = 0; count < 12; count += 1) await leave({ tenantId: host.tenantId }, { title: `第 ${count}` });
    const first = await page(host.browser, { pageSize: 10 });
    expect(first.unread).toBe(12);
    expect((await page(host.browser, { kind: 'bill', unread: false })).unread).toBe(12);
    expect((await page(host.browser, { pageSize: 10, page: 2 })).unread).toBeUndefined();
    expect((await page(host.browser, { pageSize: 10, cursor: first.nextCursor })).unread).toBeUndefined();
  });
});

describe('R10.11 the events with a notice', () => {
  it('R4.8 each step of an order that concerns the merchant, in the same transaction', async () => {
    await fixture.app.rows('delete from notice');
    const { browser } = fixture.first;
    await fixture.certify(fixture.first);
    const orderNo = await fixture.first.buy();
    await fixture.takeStep('approve', orderNo);
    await fixture.sendVoucher(fixture.first, orderNo);
    await fixture.takeStep('sendBackPayment', orderNo, '看不清');
    await fixture.takeStep('sendBackPayment', orderNo, '看不清');
    expect(await titles(browser, { kind: 'order' })).toEqual(['付款凭证被退回', '订单已通过审核，请付款']);
    const [notice] = (await page(browser, { kind: 'order' })).items;
    expect(notice).toMatchObject({ place: 'order', placeId: orderNo });
    expect(notice.text).toContain('看不清');
  });

  it('R10.6 a consent that ends soon, only once', async () => {
    const { tenantId, browser } = fixture.first;
    const loan = await fixture.first.call('portal.purchase', {
      pid: 'loan',
      skuId: 'usage',
      quantity: 10,
      termMonths: 12,
      agreements: ['purchase', 'loan-consent', 'data-sharing'].map((id) => ({ id, version: '2026-11' })),
      expectedAmount: 0,
      idempotencyKey: newKey(),
    });
    expect(loan.status).toBe(200);
    await fixture.app.rows(
      `insert into consent (tenant_id, consent_id, user_id, granted_by, scene, agreement_id, agreement_version, sha256, address, request_id,
         pid, product_name, org_name, order_no, valid_to)
       select tenant_id, 'ends-soon', user_id, granted_by, scene, agreement_id, agreement_version, sha256, address, request_id,
         pid, product_name, org_name, order_no, app_now() + interval '3 days'
       from consent where tenant_id = $1 and scene = 'dataSharing' limit 1`,
      [tenantId],
    );
    for (const round of [1, 2]) {
      await runJob(authorizationJobs, 'authorization.warn');
      expect(await titles(browser, { kind: 'authorization' }), `round ${round}`).toHaveLength(1);
    }
  });

  it('R10.9 an invitation to the invited user, and the answer to the inviter', async () => {
    await clear();
    const proof = await stepTicket(fixture.app, host.browser);
    const invite = { mobile: otherTenant.mobile, role: 'viewer', stepTicket: proof, idempotencyKey: freshKey() };
    const { body } = await host.browser.call('member.invite', invite);
    const guest = await logIn(fixture.app, otherTenant.mobile);
    expect(await titles(guest, { kind: 'member' })).toEqual(['您收到一份成员邀请']);
    const { invitationId } = body.data;
    await guest.call('member.decline', { invitationId, idempotencyKey: freshKey() });
    expect(await titles(host.browser, { kind: 'member' })).toEqual(['邀请被拒绝']);
    expect(await titles(desk, { kind: 'member' })).toEqual([]);
  });

  it('R10.11 a login from a new device and a changed password, to the person', async () => {
    await clear();
    const known = await logIn(fixture.app, otherTenant.mobile);
    expect(await titles(known, { kind: 'security' })).toEqual(['新设备登录']);
    await known.call('portal.login', { mobile: otherTenant.mobile, pwd: 'Harbour-Blue-42' });
    expect(await titles(known, { kind: 'security' })).toEqual(['新设备登录']);
    const change = { mobile: otherTenant.mobile, oldPwd: 'Harbour-Blue-42', newPwd: 'Harbour-Green-43' };
    expect((await known.call('portal.changePwd', change)).status).toBe(200);
    await known.start();
    expect(await titles(known, { kind: 'security' })).toEqual(['登录密码已修改', '新设备登录']);
  });

  it('R14.6 a notice is committed or rolled back with its event', async () => {
    await clear();
    const broken = fixture.app.database.transact('service', async (tx) => {
      leaveNotice(tx, { tenantId: host.tenantId }, { kind: 'system', title: '不算', text: '' });
      throw new Error('the change failed');
    });
    await expect(broken).rejects.toThrow('the change failed');
    expect(await page(host.browser)).toMatchObject({ items: [], total: 0 });
  });
});

describe('R10.11 SMS and mail by the reader’s settings', () => {
  const setEmail = (userId: string, email: string) =>
    fixture.app.rows('update user_account set email_sealed = $2, email_digest = $3 where user_id = $1', [
      userId,
      fixture.app.ports.vault.seal(email),
      fixture.app.ports.digests.of('email', email),
    ]);

  it('R10.11 nothing is sent by default; mail needs an address', async () => {
    const { body } = await host.browser.call('notice.settings');
    expect(body.data.hasEmail).toBe(false);
    expect(body.data.items.every(({ sms, mail }: { sms: boolean; mail: boolean }) => !sms && !mail)).toBe(true);
    const refused = await host.browser.call('notice.saveSettings', {
      items: [{ kind: 'order', sms: false, mail: true }],
    });
    expect(refused).toMatchObject({ status: 409, body: { errCode: 'RHNO001' } });
  });

  it('R10.11 a wanted message is sent once, and none for a notice that was read before', async () => {
    await clear();
    await setEmail(host.userId, 'owner@shop.example');
    const saved = await host.browser.call('notice.saveSettings', { items: [{ kind: 'order', sms: true, mail: true }] });
    expect(saved.body.data.items[0]).toEqual({ kind: 'order', sms: true, mail: true });
    await leave({ tenantId: host.tenantId }, { kind: 'order', title: '读过的' });
    await host.browser.call('notice.read');
    await leave({ tenantId: host.tenantId }, { kind: 'order', title: '请付款' });
    await leave({ tenantId: host.tenantId }, { kind: 'member', title: '别的' });
    await Promise.all([runJob(noticeJobs, 'notice.send'), runJob(noticeJobs, 'notice.send')]);
    await runJob(noticeJobs, 'notice.send');
    const mails = (await fixture.app.sent('mail')).filter(({ to }) => to === 'owner@shop.example');
    expect(mails.map(({ subject }) => subject)).toEqual(['请付款']);
    const texts = (await fixture.app.sent('sms')).filter(({ scene }) => scene?.startsWith('notice.'));
    expect(texts).toMatchObject([{ mobile: host.mobile, scene: 'notice.order', code: '' }]);
  });

  it('R10.11 notices are deleted after half a year', async () => {
    await clear();
    await leave({ tenantId: host.tenantId }, {});
    await fixture.app.rows(`update notice set created_at = app_now() - interval '181 days'`);
    await leave({ tenantId: host.tenantId }, { title: '新的' });
    await runJob(noticeJobs, 'notice.sweep');
    expect(await fixture.app.rows('select distinct title from notice')).toEqual([{ title: '新的' }]);
  });
});

describe('security 4.1 the count', () => {
  it('security 4.1 asking for the count keeps no session alive', async () => {
    const idle = await logIn(fixture.app, host.mobile);
    await fixture.app.clock.advance({ minutes: 20 });
    await host.browser.call('notice.page');
    expect((await idle.call('notice.unreadCount')).status).toBe(200);
    await fixture.app.clock.advance({ minutes: 11 });
    // The key of an ended session is unknown.
    expect((await idle.call('notice.unreadCount')).status).toBe(403);
    expect((await host.browser.call('notice.unreadCount')).status).toBe(200);
  });
});

describe('R10.11 the daily limit of a person', () => {
  it('R10.11 a person gets no more messages a day than the limit, counted separately from codes', async () => {
    await clear();
    await host.browser.call('notice.saveSettings', { items: [{ kind: 'order', sms: true, mail: false }] });
    await fixture.app.clock.advance({ days: 2 });
    const sent = async () =>
      (await fixture.app.sent('sms')).filter(
        ({ scene, mobile }) => scene?.startsWith('notice.') && mobile === host.mobile,
      ).length;
    const before = await sent();
    for (let count = 0; count < 15; count += 1) await leave({ tenantId: host.tenantId }, { kind: 'order' });
    await runJob(noticeJobs, 'notice.send');
    expect((await sent()) - before).toBe(10);
    await fixture.app.clock.advance({ days: 1, minutes: 1 });
    await leave({ tenantId: host.tenantId }, { kind: 'order' });
    await runJob(noticeJobs, 'notice.send');
    expect((await sent()) - before).toBe(11);
  });
});
