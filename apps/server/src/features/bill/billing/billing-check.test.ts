import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addLine, addOrg, addProject, save } from '../line.fixture.ts';
import { type BillingStaff, enterBilling } from './billing.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  await desk.rule();
  await desk.rule({ productId: 'paid-out', terms: { direction: 'receivable' } });
});
afterAll(() => app.close());

const stageOf = async (name: string, opensOn: string, issuesOn: string) =>
  String((await save(app, 'ops.stage.save', { name, opensOn, issuesOn }))['stageId']);
const check = async (stageId: string, part: Readonly<Record<string, unknown>> = {}) =>
  (await desk.browser.call('ops.bill.check', { stageId, ...part })).body.data;

describe('R11.6 drafts are checked against the stage before', () => {
  it('R11.6 by merchant, product and direction, the largest differences first, what one stage alone has included', async () => {
    const [org_id, one, other] = [await addOrg(app), await makeMerchant(app), await makeMerchant(app)];
    const october = await stageOf('十月', '2026-10-01', '2026-11-02');
    const november = await stageOf('十一月', '2026-11-01', '2026-12-02');
    const projects = new Map<Merchant, string>();
    for (const merchant of [one, other]) projects.set(merchant, await addProject(app, merchant));
    const add = (owner: Merchant, stage_id: string, more: Parameters<typeof addLine>[2] = {}) =>
      addLine(app, owner, { stage_id, org_id, project_id: projects.get(owner) ?? '', ...more });
    // ¥600.00 a line: one has two more in November, other's receivable bill is October's alone.
    await add(one, october);
    for (const _ of [1, 2, 3]) await add(one, november, { occurred_on: '2026-11-10' });
    await add(other, october, { product_id: 'paid-out' });
    await add(other, october);
    await add(other, november, { occurred_on: '2026-11-10' });
    await desk.generate(october);
    await desk.issue(october);
    await desk.generate(november);

    const seen = await check(november);
    expect(seen).toMatchObject({
      former: { stageId: october, name: '十月' },
      drafts: { count: 2, payableAmount: 240_000, receivableAmount: 0 },
      rowCount: 3,
    });
    const row = (owner: Merchant, formerAmount: number, amount: number, drafts: number) =>
      expect.objectContaining({
        tenantId: owner.tenantId,
        formerAmount,
        amount,
        differenceAmount: amount - formerAmount,
        drafts,
      });
    expect(seen.rows).toEqual([row(one, 60_000, 180_000, 1), row(other, 60_000, 0, 0), row(other, 60_000, 60_000, 1)]);
    expect(seen.rows[1]).toMatchObject({ direction: 'receivable', productId: 'paid-out' });

    const part = await check(november, { tenantId: one.tenantId });
    expect(part).toMatchObject({ drafts: { count: 1, payableAmount: 180_000 }, rowCount: 1 });
    await desk.issue(november, { tenantId: one.tenantId });
    const left = await check(november);
    expect(left.drafts).toEqual({ count: 1, payableAmount: 60_000, receivableAmount: 0 });
    // What is issued stays in the comparison, and is no draft.
    expect(left.rows[0]).toEqual(row(one, 60_000, 180_000, 0));
  });

  it('R11.6 the first stage has none before it; one that is not there is a 404', async () => {
    const first = await stageOf('最早的一期', '2001-01-01', '2001-02-01');
    expect(await check(first)).toEqual({
      former: null,
      drafts: { count: 0, payableAmount: 0, receivableAmount: 0 },
      rows: [],
      rowCount: 0,
    });
    expect(await desk.browser.call('ops.bill.check', { stageId: 'no-such-stage' })).toMatchObject({ status: 404 });
  });
});
