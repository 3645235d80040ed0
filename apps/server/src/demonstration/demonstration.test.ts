import { orderStatuses } from '@ronghui/domain/order';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureDemoContent } from '#features/content/demo-content';
import { demoAccounts, demoColleagues, ensureDemoAccounts } from '#features/register/demo-accounts';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { ensureDemonstration } from './demonstration.ts';

/** What every start with DEMO=on runs. */
const start = async ({ database, ports }: TestApp): Promise<boolean> => {
  const isWritten = await ensureDemonstration(database, ports);
  await ensureDemoAccounts({ database, ports });
  return isWritten;
};

const enter = async (app: TestApp, { mobile, password }: { mobile: string; password: string }) => {
  const browser = await app.open();
  const reply = await browser.call('portal.login', { mobile, pwd: password });
  expect(reply.status).toBe(200);
  return browser;
};

describe('R14.1 the demonstration is alive', () => {
  let app: TestApp;
  let owner: TestBrowser;
  let mostHashes = 0;
  beforeAll(async () => {
    app = await testApp();
    // A server that has run without a demonstration has counted before.
    await app.rows('update behavior_counted set counted_at = app_now()');
    await ensureDemoContent(app.database);
    let running = 0;
    const hash = app.ports.passwords.hash.bind(app.ports.passwords);
    const counted = vi.spyOn(app.ports.passwords, 'hash').mockImplementation(async (password) => {
      running += 1;
      mostHashes = Math.max(mostHashes, running);
      const made = await hash(password);
      running -= 1;
      return made;
    });
    expect(await start(app)).toBe(true);
    counted.mockRestore();
    owner = await enter(app, demoAccounts[0]);
  });
  afterAll(() => app.close());
  const read = async (id: string, input: object = {}, browser = owner) => {
    const { status, body } = await browser.call(id, { ...input });
    expect(status, id).toBe(200);
    return body.data;
  };
  const wordsOf = (rows: readonly Record<string, unknown>[], name: string) => new Set(rows.map((row) => row[name]));

  it('R14.1 its passwords are hashed one after the other: none waits so long on a slow machine that the first start is refused', () => {
    expect(mostHashes).toBe(1);
  });

  it('R11.4 R11.8 R14.1 it has leads that wait and the visits of four weeks, none of today', async () => {
    const leads = await app.rows('select kind, status, consents from lead order by created_at');
    expect(leads.map(({ kind, status }) => [kind, status])).toEqual([
      ['contact', 'new'],
      ['trial', 'new'],
      ['contact', 'new'],
    ]);
    for (const { consents } of leads) expect(consents).toHaveLength(1);
    const [visits] =
      await app.rows(`select count(distinct day)::int as days, max(day) < (app_now() at time zone 'Asia/Shanghai')::date as is_past
      from (select (received_at at time zone 'Asia/Shanghai')::date as day from behavior_record) as r`);
    expect(visits).toEqual({ days: 28, is_past: true });
    const [counted] = await app.rows('select counted_at from behavior_counted');
    expect(counted).toEqual({ counted_at: null });
  });

  it('R14.1 the first merchant is certified under its own name, after one correction', async () => {
    expect(await read('tenant.get')).toMatchObject({ name: '云栖商贸有限公司', certificationStatus: 'passed' });
    const moves = await app.rows('select event from certification_step order by at');
    expect(moves.map(({ event }) => event)).toEqual(['submit', 'reject', 'submit', 'approve']);
  });

  it('R14.1 it has orders in every state, whose histories lie in the past, one step after the other', async () => {
    const { items } = await read('order.page', { pageSize: 100 });
    expect(wordsOf(items, 'status')).toEqual(new Set(orderStatuses));
    expect(wordsOf(items, 'voucherStatus')).toEqual(new Set(['waiting', 'returned', undefined]));
    const now = app.clock.now().toISOString();
    for (const { orderNo, createdAt, payBy, status } of items) {
      const { steps } = await read('order.detail', { orderNo });
      const times = steps.map(({ at }: { at: string }) => at);
      expect(times.toSorted(), orderNo).toEqual(times);
      expect(times[0] >= createdAt && times.at(-1) < now, orderNo).toBe(true);
      if (status === 'pendingPayment') expect(payBy > now, orderNo).toBe(true);
    }
  });

  it('R14.1 its vouchers are waiting, accepted and returned, with files that can be read', async () => {
    const vouchers = await app.rows('select status from order_voucher');
    expect(wordsOf(vouchers, 'status')).toEqual(new Set(['waiting', 'accepted', 'returned']));
    const [file] = await app.rows('select file_ids[1] as id from order_voucher limit 1');
    const reply = await owner.call('file.download', { fileId: file?.['id'] });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('R14.1 it has consents in force, withdrawn and expired, and nothing to accept again', async () => {
    const { items } = await read('authorization.page', { pageSize: 100 });
    expect(wordsOf(items, 'status')).toEqual(new Set(['active', 'withdrawn', 'expired']));
    expect(await read('agreement.changed')).toEqual({ items: [] });
  });

  it('R14.1 it has a member of each role, an invitation that waits, and notices read and unread', async () => {
    const { items } = await read('member.page');
    expect(wordsOf(items, 'role')).toEqual(new Set(['owner', 'finance', 'viewer']));
    expect((await read('member.invited')).items).toHaveLength(1);
    for (const person of [demoAccounts[0], ...demoColleagues]) {
      const reader = await enter(app, person);
      const { total, items: notices } = await read('notice.page', {}, reader);
      expect(total, person.mobile).toBeGreaterThan(10);
      expect(new Set(notices.map(({ readAt }: { readAt: string | null }) => readAt === null)).size).toBe(2);
    }
  });

  it('R14.1 the second merchant is fresh', async () => {
    const second = await enter(app, demoAccounts[1]);
    const summary = await read('home.summary', {}, second);
    expect(summary).toMatchObject({ certification: { status: 'none', isCertified: false } });
    expect((await read('order.page', {}, second)).total).toBe(0);
  });

  it('R14.1 nothing of it is sent, and the clock stands where it stood', async () => {
    expect(await app.rows('select kind from outbox')).toEqual([]);
    expect(await app.rows('select offset_ms::int from clock_offset')).toEqual([{ offset_ms: 0 }]);
  });

  it('R14.1 R11.7 what its members and the staff did is in the trail, at its time', async () => {
    const events = await app.rows(
      "select event, actor_kind from audit_event where at < app_now() - interval '300 days'",
    );
    const names = wordsOf(events, 'event');
    for (const name of ['certification.submit', 'ops.order.approve', 'portal.purchase']) expect(names).toContain(name);
    expect(wordsOf(events, 'actor_kind')).toEqual(new Set(['user', 'operator', 'staff']));
  });

  it('R14.1 the next start writes nothing', async () => {
    const count = () =>
      app.rows('select (select count(*) from "order") as orders, (select count(*) from consent) as c');
    const before = await count();
    expect(await start(app)).toBe(false);
    expect(await count()).toEqual(before);
  });

  it('security 4.10 a start with DEMO off closes the accounts of its members too', async () => {
    const { database, ports } = app;
    await ensureDemoAccounts({ database, ports: { ...ports, config: { ...ports.config, demo: false } } });
    expect(wordsOf(await app.rows('select status from user_account'), 'status')).toEqual(new Set(['locked']));
  });
});

it('R14.1 where the content has no such products, nothing of it is written, and the merchants are there without a history', async () => {
  const app = await testApp({ env: { CERTIFICATION_TRANSFER: 'on' } });
  try {
    expect(await start(app)).toBe(false);
    expect(app.logged).toMatchObject([{ level: 'warn', facts: { event: 'demonstrationLeftOut' } }]);
    expect(await app.rows('select 1 from certification')).toEqual([]);
    expect(await app.rows('select count(*)::int as count from user_account')).toEqual([{ count: 2 }]);
  } finally {
    await app.close();
  }
});
