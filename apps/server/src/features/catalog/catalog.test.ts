import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentFixture } from '#features/content/content.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import { testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await openContentFixture();
});
afterAll(() => app.close());

describe('R1.1 what a visitor browses', () => {
  it('R1.1 recommended products come first and in their order, and a longer list goes on with the others', async () => {
    const { body } = await app.call('portal.recommendQueryList', { limit: 12 });
    expect(body.data.products).toHaveLength(12);
    const order = await app.rows('select pid from product where recommended is not null order by recommended');
    expect(body.data.products.slice(0, 8).map((product: { pid: string }) => product.pid)).toEqual(
      order.map((row) => row['pid']),
    );
  });

  it('R1.1 the product map holds every product once, in its category', async () => {
    const { body } = await app.call('portal.queryProductMap');
    const products = body.data.categories.flatMap((category: { products: { pid: string }[] }) => category.products);
    expect(new Set(products.map((product: { pid: string }) => product.pid)).size).toBe(15);
    expect(products).toHaveLength(15);
  });

  it('R2.4 the start-up call names the pages that have nothing to show; a published site has none of them', async () => {
    const full = await app.browser().start();
    expect(full.body.data.site).not.toHaveProperty('unpublishedPages');
    const blank = await testApp();
    const { body } = await blank.browser().start();
    expect(body.data.site.unpublishedPages).toEqual(['partners', 'about']);
    await blank.close();
  });

  it('R10.13 a loan product shows its yearly rate on card and detail', async () => {
    const { body } = await app.call('portal.productQueryDetail', { pid: 'factoring' });
    expect(body.data.annualRate).toMatch(/%/);
    expect(JSON.stringify(body.data.blocks)).toContain('贷款有风险，借款需谨慎');
  });

  it('R2.8 a detail has blocks, specifications, agreements in their current version and related products', async () => {
    const { body } = await app.call('portal.productQueryDetail', { pid: 'aggregated-pay' });
    expect(body.data.blocks.length).toBeGreaterThan(0);
    expect(body.data.skus[0]).toMatchObject({
      skuId: 'store',
      price: 3900,
      billing: 'prepaid',
      termMonths: [1, 12, 24],
    });
    expect(body.data.agreements[0]).toEqual(
      expect.objectContaining({ id: expect.any(String), version: expect.any(String) }),
    );
    expect(body.data.related.length).toBeGreaterThan(0);
  });

  it('R1.1 a specification says what its price depends on: tiers, discounts of terms, surcharges, the cost of a use', async () => {
    const [store] = (await app.call('portal.productQueryDetail', { pid: 'aggregated-pay' })).body.data.skus;
    expect(store).toMatchObject({
      tiers: [
        { minQuantity: 10, price: 3500 },
        { minQuantity: 50, price: 2900 },
      ],
      termDiscounts: [
        { months: 12, rate: 900 },
        { months: 24, rate: 800 },
      ],
      usageRules: [],
    });
    expect(store.options[0].values[1]).toEqual({ value: 'box', label: '扫码盒（租用）', priceDelta: 1500 });
    const [coupon] = (await app.call('portal.productQueryDetail', { pid: 'card-coupon' })).body.data.skus;
    expect(coupon).toMatchObject({ price: 0, billing: 'postpaid' });
    expect(coupon.usageRules[0]).toEqual({ label: '服务费', text: '每核销 1 张 ¥0.30' });
  });

  it('R1.1 a card has the price of the smallest order with its unit, or says that one pays by use', async () => {
    const { body } = await app.call('portal.recommendQueryList', { limit: 50 });
    const card = (pid: string) => body.data.products.find((each: { pid: string }) => each.pid === pid);
    expect(card('flex-benefits')).toMatchObject({ priceFrom: 1200, priceUnit: '人 / 月', billing: 'prepaid' });
    expect(card('festival-gifts')).toMatchObject({ priceFrom: 12_800, priceUnit: '套', billing: 'prepaid' });
    expect(card('card-coupon')).toMatchObject({ priceFrom: null, priceUnit: null, billing: 'postpaid' });
  });

  it('R14.2 products of an existing database start from the same price after the migration as after an import', async () => {
    const prices = () => app.rows('select pid, price_from_fen, price_unit, billing from product order by pid');
    const imported = await prices();
    await app.rows(`update product set price_from_fen = null, price_unit = null, billing = 'prepaid'`);
    const migration = await readFile(join(import.meta.dirname, '../../../migrations/0026_usage_rules.sql'), 'utf8');
    const updates = migration.split(/;\n/).filter((statement) => statement.includes('update product'));
    expect(updates).toHaveLength(2);
    for (const statement of updates) await app.rows(statement);
    expect(await prices()).toEqual(imported);
  });

  it('R5.5 a product that does not exist is a 404', async () => {
    expect(await app.call('portal.productQueryDetail', { pid: 'nothing' })).toMatchObject({
      status: 404,
      body: { errCode: 'RHSY404' },
    });
  });

  it('R2.8 a page that nobody has written is a 404', async () => {
    const empty = await testApp();
    try {
      expect(await empty.call('portal.queryPage', { page: 'about' })).toMatchObject({
        status: 404,
        body: { errCode: 'RHSY404' },
      });
    } finally {
      await empty.close();
    }
  });

  it('R2.8 the composed pages have their blocks, and partners their list', async () => {
    for (const page of ['home', 'partners', 'about']) {
      const { body } = await app.call('portal.queryPage', { page });
      expect(body.data.blocks.length).toBeGreaterThan(0);
      expect(body.data.partners === undefined).toBe(page !== 'partners');
    }
  });

  it('R10.6 an agreement can be read in its current version or a former one', async () => {
    const now = await app.call('agreement.detail', { id: 'privacy' });
    const then = await app.call('agreement.detail', { id: 'privacy', version: '2026-06' });
    expect(now.body.data).toMatchObject({ version: '2026-11', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(then.body.data.version).toBe('2026-06');
    expect(then.body.data.sha256).not.toBe(now.body.data.sha256);
  });
});

describe('R10.2 the live quote', () => {
  const configuration = {
    pid: 'aggregated-pay',
    skuId: 'store',
    quantity: 10,
    termMonths: 12,
    options: { device: 'box', voice: 'off' },
  };

  it('R10.2 is priced on the server, with its lines', async () => {
    const { body } = await app.call('order.quote', configuration);
    const sum = body.data.items.reduce((total: number, item: { amount: number }) => total + item.amount, 0);
    // 10 shops at the tier of 35.00, a device at 15.00, for 12 months, at 90 percent.
    expect(body.data.totalAmount).toBe(540_000);
    expect(sum).toBe(body.data.totalAmount);
  });

  it.each([
    [{ quantity: 2001 }, 'quantity'],
    [{ termMonths: 7 }, 'termMonths'],
    [{ options: { device: 'gold', voice: 'off' } }, 'options.device'],
  ])('R5.5 %j is a 422 that names the field', async (change, path) => {
    const reply = await app.call('order.quote', { ...configuration, ...change });
    expect(reply).toMatchObject({ status: 422, body: { errCode: 'RHSY422', data: { fields: [{ path }] } } });
  });

  it('R10.2 a negotiated price has no number, and an unknown specification does not exist', async () => {
    expect((await app.call('order.quote', { ...configuration, skuId: 'nothing' })).status).toBe(404);
    const { pid, skuId } = configuration;
    const [priced] = await app.rows('select price_fen from sku where pid = $1 and sku_id = $2', [pid, skuId]);
    const setPrice = (fen: unknown) =>
      app.rows('update sku set price_fen = $3 where pid = $1 and sku_id = $2', [pid, skuId, fen]);
    await setPrice(null);
    const negotiated = await app.call('order.quote', { ...configuration, quantity: 11 });
    expect(negotiated).toMatchObject({ status: 409, body: { errCode: 'RHOR002' } });
    await setPrice(priced?.['price_fen']);
    expect((await app.call('order.quote', { ...configuration, quantity: 12 })).status).toBe(200);
  });
});
