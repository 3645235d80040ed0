import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProducts } from '#features/catalog/product.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling, ruleOf } from '../billing/billing.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
});
afterAll(() => app.close());

let products = 0;
const newProduct = async (): Promise<string> => {
  products += 1;
  await addProducts(app, `product-${products}`);
  return `product-${products}`;
};
const save = (payload: Readonly<Record<string, unknown>>) => desk.write('ops.feeRule.save', payload);
const versionsOf = async (ruleId: string) => (await desk.browser.call('ops.feeRule.versions', { ruleId })).body.data;
const tiered = (method: string, tiers: readonly object[]) => ({ scheme: { kind: 'tiered', method, tiers } });

describe('R11.6 fee rules', () => {
  it('R11.6 a version is never changed: each save adds the next one, the latest first, and is audited', async () => {
    const productId = await newProduct();
    const first = await save(ruleOf({ productId }));
    const { ruleId } = first.body.data;
    expect(first.body.data).toEqual({
      ruleId,
      version: 1,
      text: '规则第 1 版，自 2026-01-01 起：按计费金额的 1.20% 收取；金额含税，税率 6%。',
    });
    const second = await save(
      ruleOf({
        productId,
        ruleId,
        version: 1,
        holdsFrom: '2026-11-01',
        terms: { lineCapAmount: 50_000, taxRate: 130_000 },
      }),
    );
    expect(second.body.data).toMatchObject({ ruleId, version: 2, text: expect.stringContaining('每笔最高 ¥500.00') });
    const { versions, ...scope } = await versionsOf(ruleId);
    expect(scope).toEqual({ ruleId, productId, orgId: null, tenantId: null });
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(versions[1]).toMatchObject({
      holdsFrom: '2026-01-01',
      terms: ruleOf()['terms'],
      text: first.body.data.text,
      by: 'billing-finance',
    });
    await expect(app.rows("update fee_rule_version set holds_from = '2026-02-01'")).rejects.toThrow(
      /permission denied/,
    );
    const trail = await app.rows('select operation, before, after from audit_event where object = $1', [ruleId]);
    const [terms, former] = [ruleOf()['terms'], { version: 1, holdsFrom: '2026-01-01' }];
    expect(trail).toMatchObject([
      { operation: 'ops.feeRule.save', before: null, after: { productId, ...former, terms } },
      { operation: 'ops.feeRule.save', before: { productId, ...former, terms }, after: { productId, version: 2 } },
    ]);
    const listed = await desk.browser.call('ops.feeRule.page', { productId });
    expect(listed.body.data.items).toEqual([
      {
        ruleId,
        productId,
        productName: productId,
        orgId: null,
        orgName: null,
        tenantId: null,
        tenantName: null,
        version: 2,
        latest: versions[0],
      },
    ]);
  });

  it('R11.6 every kind of terms is stored and read as it was given', async () => {
    const { tenantId } = await makeMerchant(app);
    const kinds = [
      { unit: null, scheme: { kind: 'fixed', fee: 120, per: 'line' } },
      { unit: '张', scheme: { kind: 'fixed', fee: 3, per: 'unit' }, direction: 'receivable', taxRate: 0 },
      { unit: '张', scheme: { kind: 'rate', rate: 200_000_000 } },
      tiered('whole', [
        { from: 0, rate: 20_000 },
        { from: 1_000_000, rate: 10_000 },
      ]),
      tiered('marginal', [{ from: 0, rate: 20_000 }]),
      { lineMinimumAmount: 1, lineCapAmount: 2, billMinimumAmount: 3, billCapAmount: 4 },
    ];
    for (const terms of kinds) {
      const given = ruleOf({ productId: await newProduct(), tenantId, terms });
      const { ruleId } = (await save(given)).body.data;
      expect((await versionsOf(ruleId)).versions[0].terms).toEqual(given['terms']);
    }
    const listed = await desk.browser.call('ops.feeRule.page', { tenantId });
    expect(listed.body.data).toMatchObject({ total: kinds.length });
  });

  it('R4.12 another version than the one that was read, and two saves at once: one version, the other is a 409', async () => {
    const productId = await newProduct();
    const ruleId = await desk.rule({ productId });
    const again = ruleOf({ productId, ruleId, version: 1 });
    const replies = await Promise.all([save(again), save(again), save(again)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect((await versionsOf(ruleId)).versions).toHaveLength(2);
    expect(await save(again)).toMatchObject(cameSecond(somebody, '保存计费规则'));
  });

  it('R4.12 two rules of one scope at once make one rule', async () => {
    const productId = await newProduct();
    const replies = await Promise.all([save(ruleOf({ productId })), save(ruleOf({ productId }))]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body.data.fields).toMatchObject([{ path: 'productId' }]);
  });

  it.each([
    [{ holdsFrom: '2026-02-30' }, 'holdsFrom'],
    [{ productId: 'no-such-product' }, 'productId'],
    [{ orgId: 'no-such-org' }, 'orgId'],
    [{ tenantId: 'no-such-tenant' }, 'tenantId'],
    [{ terms: { unit: ' ' } }, 'terms.unit'],
    [{ terms: { scheme: { kind: 'rate', rate: 1_000_001 } } }, 'terms.scheme.rate'],
    [{ terms: { scheme: { kind: 'fixed', fee: 100_000_000_001, per: 'line' } } }, 'terms.scheme.fee'],
    [{ terms: tiered('whole', [{ from: 1, rate: 1 }]) }, 'terms.scheme.tiers.0.from'],
    [
      {
        terms: tiered('marginal', [
          { from: 0, rate: 1 },
          { from: 0, rate: 2 },
        ]),
      },
      'terms.scheme.tiers.1.from',
    ],
    [{ terms: { lineMinimumAmount: 2, lineCapAmount: 1 } }, 'terms.lineCapAmount'],
    [{ terms: { billMinimumAmount: 2, billCapAmount: 1 } }, 'terms.billCapAmount'],
    [{ terms: { billCapAmount: -1 } }, 'terms.billCapAmount'],
    [{ terms: { taxRate: 1_000_001 } }, 'terms.taxRate'],
  ])('R5.5 %j is a 422 that names %s, and nothing is stored', async (wrong, path) => {
    const productId = await newProduct();
    const reply = await save(ruleOf({ productId, ...wrong }));
    expect(reply).toMatchObject({ status: 422 });
    expect(reply.body.data.fields.map((field: { path: string }) => field.path)).toContain(path);
    const tried = [productId, 'no-such-product'];
    expect(await app.rows('select from fee_rule where product_id = any($1)', [tried])).toEqual([]);
  });

  it('R11.6 the scope of a rule stays, and a rule that is not there is a 404', async () => {
    const productId = await newProduct();
    const ruleId = await desk.rule({ productId });
    expect(await save(ruleOf({ productId: await newProduct(), ruleId, version: 1 }))).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'productId' }] } },
    });
    expect(await save(ruleOf({ productId, ruleId: 'no-such-rule', version: 1 }))).toMatchObject({ status: 404 });
    expect(await desk.browser.call('ops.feeRule.versions', { ruleId: 'no-such-rule' })).toMatchObject({ status: 404 });
  });

  it('R11.1 only staff of billing read and save rules', async () => {
    const content = await enterStaff(app, 'rules-content', { roles: ['content'] });
    expect((await content.call('ops.feeRule.page')).status).toBe(403);
    expect((await content.call('ops.feeRule.versions', { ruleId: 'any' })).status).toBe(403);
  });
});
