import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin, vacuumAll } from '#kernel/testing/test-server';
import { addOrder, applied, fullTitle, keyed, readyTenant } from './invoice.fixture.ts';
import { listFound, listInvoices } from './invoice.sql.ts';
import { findByWord } from './invoice-keyword.sql.ts';

let app: TestApp;
let desk: TestBrowser;
let owner: Merchant;
let other: Merchant;
beforeAll(async () => {
  app = await testApp();
  desk = await enterStaff(app, 'invoice-search', { roles: ['finance'] });
  owner = await makeMerchant(app);
  other = await makeMerchant(app);
  await readyTenant(app, owner);
  await readyTenant(app, other);
});
afterAll(() => app.close());

type Payload = Readonly<Record<string, unknown>>;
const numbersOf = ({ items }: { items: { invoiceNo: string }[] }) => items.map(({ invoiceNo }) => invoiceNo);
const found = async (keyword: string, more: Payload = {}, by: Pick<Merchant, 'browser'> = owner) =>
  numbersOf((await by.browser.call('invoice.page', { keyword, ...more })).body.data);
const foundByDesk = async (keyword: string, more: Payload = {}) =>
  numbersOf((await desk.call('ops.invoice.page', { keyword, ...more })).body.data);

/** An invoice made out to somebody; with a number it is issued. */
const invoiceTo = async (by: Merchant, name: string, number?: string): Promise<string> => {
  await keyed(by, 'invoice.saveTitle', { ...fullTitle, name });
  const invoiceNo = await applied(by, { orderNos: [await addOrder(app, by)] });
  await app.clock.advance({ seconds: 1 });
  if (number !== undefined) await keyed({ browser: desk }, 'ops.invoice.issue', { invoiceNo, number, version: 1 });
  return invoiceNo;
};

describe('R10.12 invoices are found', () => {
  it('R10.12 by the beginning of either number or a part of the title’s name, of their own tenant alone; the desk finds all', async () => {
    const cloud = await invoiceTo(owner, '云栖商贸（杭州）有限公司', '26330000000000000017');
    const acme = await invoiceTo(owner, 'Acme_百分 100% Trading');
    const theirs = await invoiceTo(other, '云栖科技有限公司', '26330000000000000999');

    expect(await found(cloud)).toEqual([cloud]);
    expect(await found(cloud.slice(0, -1))).toContain(cloud);
    expect(await found(` ${cloud.toLowerCase()} `)).toEqual([cloud]);
    expect(await found(cloud.slice(1))).toEqual([]);
    expect(await found('2633')).toEqual([cloud]);
    expect(await found('330000')).toEqual([]);
    expect(await found('云栖')).toEqual([cloud]);
    // Brackets are typed in either width.
    for (const typed of ['(杭州)', '（杭州）', '云栖商贸(']) expect(await found(typed)).toEqual([cloud]);
    for (const typed of ['acme', 'TRADING', 'Ｔｒａｄｉｎｇ', '100%', 'e_百'])
      expect(await found(typed)).toEqual([acme]);
    // Signs of a pattern stand for themselves.
    for (const typed of ['%', '_']) expect(await found(typed)).toEqual([acme]);
    expect(await found('\\')).toEqual([]);
    expect(await found('  ')).toEqual([acme, cloud]);
    expect(await found('云栖', { status: 'applied' })).toEqual([]);
    expect(await found('云栖', { to: '2020-01-01' })).toEqual([]);

    expect(await found('云栖', {}, other)).toEqual([theirs]);
    expect(await found(cloud, {}, other)).toEqual([]);
    expect(await foundByDesk('云栖')).toEqual([theirs, cloud]);
    expect(await foundByDesk('云栖', { tenantId: owner.tenantId })).toEqual([cloud]);
    expect(await foundByDesk('云栖', { queue: 'applied' })).toEqual([]);
    expect(await foundByDesk('acme', { queue: 'applied' })).toEqual([acme]);
    expect(await foundByDesk('263300000000000009')).toEqual([theirs]);

    const sum = (await owner.browser.call('invoice.sum', { keyword: '云栖' })).body.data;
    expect(sum).toMatchObject({ applied: { count: 0 }, issued: { count: 1, amount: 106_000, taxAmount: 6000 } });
  });

  it('R5.5 a word that is empty, too long or no text is a 422 that names it', async () => {
    for (const keyword of ['', 'x'.repeat(61), 'a\u0000b', 7]) {
      const wrong = { status: 422, body: { data: { fields: [{ path: 'keyword' }] } } };
      expect(await owner.browser.call('invoice.page', { keyword })).toMatchObject(wrong);
      expect(await owner.browser.call('invoice.sum', { keyword })).toMatchObject(wrong);
      expect(await desk.call('ops.invoice.page', { keyword })).toMatchObject(wrong);
    }
  });
});

describe('R10.12 among very many invoices', () => {
  const many = 'many-invoices';
  const partLength = 21;
  /** Of each four of 80,000 one is of the tenant, 40 a day; of these one has a title of its own, the others one of 40. */
  beforeAll(async () => {
    await runAsAdmin(
      app.url,
      `set session_replication_role = replica;
       insert into invoice (tenant_id, invoice_no, type, status, title_name, item_count, amount_fen, tax_fen, tax_millionths, user_id, number,
           applied_at, issued_at)
         select case when n % 4 = 0 then '${many}' else 'other-' || n % 100 end,
           'FP' || to_char(at at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(n::text, 8, '0'), 'normal', 'issued',
           case when n = 400 then '栖霞文化传播有限公司' when n % 4 = 0 then '岚汀第' || n % 160 || '贸易有限公司' else '其他第' || n % 97 || '公司' end,
           1, 10600, 600, 60000, 'nobody', '2699' || lpad(n::text, 16, '0'), at, at
         from generate_series(1, 80000) n, lateral (select timestamptz '2025-01-01T00:00:00+08:00' + n * interval '9 minutes' as at) made`,
    );
    await vacuumAll(app.url, 'invoice');
  }, 60_000);
  const listing = (page = 1, wantsTotal = false) => ({
    page,
    pageSize: partLength - 1,
    offset: (page - 1) * (partLength - 1),
    after: null,
    wantsTotal,
  });
  const reader = () => app.database.reading({ tenantId: many });
  const service = () => app.database.reading('service');

  it.each([
    ['栖霞', 1],
    ['岚汀', 19_999],
    ['公司', 20_000],
    ['第160', 0],
    ['没有', 0],
    ['FP', 20_000],
    ['FP2025', 14_599],
    ['FP20250103', 40],
    ['FP20250103-0000040', 3],
    ['2699', 20_000],
    ['26990000000000000400', 1],
    ['3000', 0],
  ])('R10.12 what %s finds is read without the others', async (keyword, count) => {
    const filter = { tenantId: many, keyword };
    const { rows, total } = await listInvoices(reader(), filter, listing(1, true));
    expect([total, rows.length]).toEqual([count, Math.min(count, partLength)]);
    const times = rows.map((row) => row.applied_at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    // Each title is read once; then of each, and of the numbers, at most a part.
    const readings = [
      ...(await readingsOf(reader(), (db) => findByWord(db, many, keyword))),
      ...(await readingsOf(service(), (db) => findByWord(db, null, keyword))),
    ];
    for (const { fetched, entries } of readings) expect(fetched + entries).toBeLessThanOrEqual(4 * 140);
    const found = await findByWord(reader(), many, keyword);
    const [part] = await readingsOf(reader(), (db) => listFound(db, { filter, listing: listing() }, found));
    expect((part?.fetched ?? 0) + (part?.entries ?? 0)).toBeLessThanOrEqual(2500);
  });

  it('R10.12 pages by number and by cursor hold every invoice of several titles once, in order', async () => {
    const filter = { tenantId: many, keyword: '岚汀第4' };
    const seen: string[] = [];
    const { rows: all } = await listInvoices(reader(), filter, { ...listing(), pageSize: 9999 });
    for (let page = 1; page <= 5; page += 1) {
      const { rows } = await listInvoices(reader(), filter, listing(page));
      seen.push(...rows.slice(0, partLength - 1).map((row) => row.invoice_no));
    }
    expect(seen).toEqual(all.slice(0, 100).map((row) => row.invoice_no));
    const [, , third] = all;
    if (third === undefined) throw new Error('too few');
    const after = { at: third.applied_at, key: third.invoice_no };
    const { rows } = await listInvoices(reader(), filter, { ...listing(), after });
    expect(rows.map((row) => row.invoice_no)).toEqual(all.slice(3, 3 + partLength).map((row) => row.invoice_no));
  });

  it('R10.12 where more titles match than are looked into, the list is read in its order', async () => {
    await runAsAdmin(
      app.url,
      `set session_replication_role = replica;
       insert into invoice (tenant_id, invoice_no, type, title_name, item_count, amount_fen, tax_fen, tax_millionths, user_id, applied_at)
         select 'many-titles', 'FP20240101-' || lpad(n::text, 8, '0'), 'normal', '琼' || n || '商行', 1, 10600, 600, 60000, 'nobody',
           timestamptz '2024-01-01T00:00:00+08:00' + n * interval '1 second' from generate_series(1, 600) n`,
    );
    const titled = app.database.reading({ tenantId: 'many-titles' });
    const { rows, total } = await listInvoices(titled, { tenantId: 'many-titles', keyword: '琼' }, listing(2, true));
    expect([total, rows[0]?.title_name]).toEqual([600, '琼580商行']);
  });
});
