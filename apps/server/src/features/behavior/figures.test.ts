import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { behaviorCommands } from './behavior.commands.ts';
import { countFigures } from './behavior.jobs.ts';

let app: TestApp;
let staff: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  staff = await enterStaff(app, 'reader', { roles: ['content'] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.rows('delete from behavior_record');
  await app.rows('delete from behavior_day');
  await app.rows('delete from behavior_funnel_day');
  await app.rows('update behavior_counted set counted_at = null');
});

/** A record: whose, which event, where, and when in Shanghai; `received` where it came in later. */
type Row = readonly [visitor: string, event: string, page: string, at: string, received?: string];
const add = (rows: readonly Row[]) =>
  app.rows(
    `insert into behavior_record (received_at, event_id, page_id, occurred_at, session_id)
      select coalesce(r, at)::timestamp at time zone 'Asia/Shanghai', event, page, at::timestamp at time zone 'Asia/Shanghai', visitor
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as t (visitor, event, page, at, r)`,
    [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column] ?? null)),
  );
const countAll = () => countFigures.run({ database: app.database, ports: app.ports, log: app.ports.log });
const ask = async (verb: 'figures' | 'pages', more: object = {}) =>
  (await staff.call(`ops.behavior.${verb}`, { from: '2026-10-01', to: '2026-10-03', ...more })).body.data;
const funnelOf = async () => (await ask('figures')).funnel.map(({ visitors }: { visitors: number }) => visitors);

const home = '/portal/home';
const product = '/portal/productsDetail/flex';
const config = '/portal/skuConfig/flex/purchase';

describe('R11.8 figures of behaviour', () => {
  it('R11.8 visits and different visitors by day in Shanghai, by page, and the funnel in its order; counted twice they are the same', async () => {
    await add([
      ['a', 'step.home', home, '2026-10-01 00:00:00'],
      ['a', 'step.product', product, '2026-10-01 00:01:00'],
      ['a', 'step.product', product, '2026-10-01 00:02:00'],
      ['a', 'step.config', config, '2026-10-01 00:03:00'],
      ['a', 'step.order', config, '2026-10-01 00:04:00'],
      // The other way round: it came to the first page alone.
      ['b', 'step.product', product, '2026-10-01 10:00:00'],
      ['b', 'step.home', home, '2026-10-01 11:00:00'],
      ['c', 'visit', '/portal/about', '2026-10-02 23:59:59'],
      ['c', 'another', '/portal/about', '2026-10-02 23:59:59'],
    ]);
    await countAll();
    const seen = await ask('figures');
    expect(seen.days).toEqual([
      { on: '2026-10-01', visits: 6, visitors: 2 },
      { on: '2026-10-02', visits: 1, visitors: 1 },
      { on: '2026-10-03', visits: 0, visitors: 0 },
    ]);
    expect(await funnelOf()).toEqual([2, 1, 1, 1]);
    expect(seen.countedAt).not.toBeNull();
    const pages = await ask('pages');
    expect(pages.items[0]).toEqual({ pageId: product, step: 'product', visits: 3, visitors: 2 });
    expect(pages).toMatchObject({ otherVisits: 0 });
    expect((await ask('pages', { step: 'order' })).items).toEqual([
      { pageId: config, step: 'order', visits: 1, visitors: 1 },
    ]);
    expect((await ask('figures', { pageId: product })).days[0]).toEqual({ on: '2026-10-01', visits: 3, visitors: 2 });
    expect((await ask('figures', { step: 'home' })).days[0]).toEqual({ on: '2026-10-01', visits: 2, visitors: 2 });
    const before = await app.rows('select * from behavior_day order by 1, 2, 3');
    await Promise.all([countAll(), countAll()]);
    expect(await app.rows('select * from behavior_day order by 1, 2, 3')).toEqual(before);
  });

  it('R11.8 a visitor on two pages of one step counts once for the step, and once for each page', async () => {
    const other = '/portal/productsDetail/gifts';
    await add([
      ['a', 'step.home', home, '2026-10-01 09:00:00'],
      ['a', 'step.product', product, '2026-10-01 09:01:00'],
      ['a', 'step.product', other, '2026-10-01 09:02:00'],
    ]);
    await countAll();
    expect(await funnelOf()).toEqual([1, 1, 0, 0]);
    expect((await ask('figures', { step: 'product' })).days[0]).toEqual({ on: '2026-10-01', visits: 2, visitors: 1 });
    expect((await ask('figures')).days[0]).toEqual({ on: '2026-10-01', visits: 3, visitors: 1 });
    const { items } = await ask('pages', { step: 'product' });
    expect(items.map(({ visitors }: { visitors: number }) => visitors)).toEqual([1, 1]);
  });

  it('R11.8 a record that comes in days later is counted on its own day, up to eight days; ended in the middle the count begins again', async () => {
    await add([['a', 'visit', '/portal/about', '2026-10-01 09:00:00']]);
    await countAll();
    await app.rows("update behavior_counted set counted_at = '2026-10-04T00:00:00Z'");
    await add([
      ['b', 'visit', '/portal/about', '2026-10-01 10:00:00', '2026-10-08 10:00:00'],
      ['c', 'visit', '/portal/about', '2026-10-01 10:00:00', '2026-10-14 10:00:00'],
    ]);
    // As after an end between a day's count and the note of it.
    await app.rows('delete from behavior_day');
    await countAll();
    expect((await ask('figures')).days[0]).toEqual({ on: '2026-10-01', visits: 2, visitors: 2 });
  });

  it('R11.8 a day names its 200 most visited pages; visits of others are added up', async () => {
    const rows = Array.from(
      { length: 230 },
      (_, n): Row => ['a', 'visit', `/portal/made-up/${n}`, '2026-10-01 09:00:00'],
    );
    await add([...rows, ...rows.slice(0, 5)]);
    await countAll();
    const pages = await ask('pages');
    expect([pages.items.length, pages.items[4].visits, pages.otherVisits]).toEqual([200, 2, 30]);
    expect((await ask('figures')).days[0]).toMatchObject({ visits: 235, visitors: 1 });
  });

  it('R11.8 a login goes on with the visit, so that the way to an order is one', async () => {
    const { browser } = await makeMerchant(app);
    const record = { beaconEventId: 'step.order', beaconPageId: config, beaconOccurTime: app.clock.now().getTime() };
    expect((await browser.call('behavior.report', { records: [record] })).status).toBe(200);
    const [row] = await app.rows(
      'select r.session_id = s.visit_id as goes_on, s.visit_id <> s.session_id as is_first from behavior_record r join session s on s.user_id = r.user_id',
    );
    expect(row).toEqual({ goes_on: true, is_first: true });
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ from: '2026-10-04' }, 'to'],
    [{ from: '2024-10-04' }, 'to'],
    [{ pageId: '王小明' }, 'pageId'],
  ])('R5.5 %j is a 422 that names %s', async (more, path) => {
    for (const verb of ['figures', 'pages']) {
      const input = { from: '2026-10-01', to: '2026-10-03', ...more };
      const { status, body } = await staff.call(`ops.behavior.${verb}`, input);
      expect([status, body.data.fields[0].path]).toEqual([422, path]);
    }
  });

  it('R11.8 an operator counts at once by command, and the trail says who', async () => {
    await add([['a', 'step.home', home, '2026-10-01 08:00:00']]);
    const count = behaviorCommands['count'];
    const outcome = await count?.run(app.ports, app.database, { words: [], options: {} });
    expect(outcome).toMatchObject({ ok: true });
    expect((await ask('figures')).days[0]).toMatchObject({ visits: 1, visitors: 1 });
    const [event] = await app.rows("select actor_kind from audit_event where event = 'ops.behavior.count'");
    expect(event).toEqual({ actor_kind: 'operator' });
  });
});
