import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { type BillingStaff, enterBilling, type GivenRule } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';
import { verifyBills } from '../verification/verification.ts';

let app: TestApp;
let desk: BillingStaff;
let owner: Merchant;
let of: { readonly org_id: string; readonly project_id: string; readonly product_id: string };
let products = 0;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await makeMerchant(app);
  products += 1;
  of = { org_id: await addOrg(app), project_id: await addProject(app, owner), product_id: `corrected-${products}` };
});

const onePercent = { scheme: { kind: 'rate', rate: 10_000 } } as const;
const rule = (terms: GivenRule['terms'], given: GivenRule = {}) =>
  desk.rule({ productId: of.product_id, ...given, ...(terms !== undefined && { terms }) });
const add = (stage_id: string, loan_fen: number, given: Parameters<typeof addLine>[2] = {}) =>
  addLine(app, owner, { ...of, stage_id, loan_fen, ...given });
const correct = (stageId: string, lineId: string, fen: number) =>
  add(stageId, fen, { corrects_line_id: lineId, occurred_on: '2026-11-15' });
/** Draws a stage up and issues it. */
const bill = async (stageId: string): Promise<void> => {
  await desk.generate(stageId);
  await desk.issue(stageId);
};
const feesOf = async (stageId: string) =>
  (await app.rows('select fee_fen from line_fee where stage_id = $1 order by place', [stageId])).map(
    ({ fee_fen }) => fee_fen,
  );
/** What differs of the bills of the tenant from what they come to. */
const differences = async (): Promise<readonly string[]> => {
  const bills = await app.rows("select bill_no from bill where tenant_id = $1 and status <> 'draft'", [owner.tenantId]);
  const numbers = bills.map(({ bill_no }) => String(bill_no));
  return app.database.transact('service', async (tx) => {
    const found: string[] = [];
    for await (const verified of verifyBills(tx, numbers)) found.push(...verified.differences);
    return found;
  });
};

describe('R4.9 what corrects a line takes back what it was charged', () => {
  it.each([
    [
      'a fixed fee',
      { scheme: { kind: 'fixed', fee: 500, per: 'line' } },
      300,
      [
        [-100, 0],
        [-100, 0],
        [-100, -500],
      ],
    ],
    [
      'a minimum',
      { ...onePercent, lineMinimumAmount: 1000 },
      50_000,
      [
        [-25_000, 0],
        [-25_000, -1000],
      ],
    ],
    [
      'a cap',
      { ...onePercent, lineCapAmount: 50_000 },
      100_000_000,
      [
        [-10_000_000, 0],
        [-90_000_000, -50_000],
      ],
    ],
  ])('R4.9 once, by %s, over the stages that follow', async (_what, terms, basis, parts) => {
    await rule(terms);
    const former = await addStage(app);
    const lineId = await add(former, basis);
    await bill(former);
    for (const [part = 0, fee] of parts) {
      const stageId = await addStage(app);
      await add(stageId, 100_000_000);
      await correct(stageId, lineId, part);
      await bill(stageId);
      expect((await feesOf(stageId)).at(-1)).toBe(fee);
    }
    expect(await differences()).toEqual([]);
  });

  it('R4.9, R10.3 by the former version and rate, and says so', async () => {
    const ruleId = await rule(onePercent);
    const former = await addStage(app);
    const lineId = await add(former, 50_000, { rate_millionths: 20_000 });
    await bill(former);
    await rule({ scheme: { kind: 'rate', rate: 500_000 } }, { ruleId, version: 1, holdsFrom: '2026-11-01' });
    const stageId = await addStage(app);
    await correct(stageId, lineId, -20_000);
    await correct(stageId, lineId, -30_000);
    await add(stageId, 10_000, { occurred_on: '2026-11-20' });
    await bill(stageId);
    expect(await feesOf(stageId)).toEqual([-400, -600, 5000]);
    expect(await differences()).toEqual([]);
    const [{ bill_no: billNo } = {}] = await app.rows('select bill_no from bill where stage_id = $1', [stageId]);
    const { items } = (await owner.browser.call('bill.lines', { billNo })).body.data;
    expect(items[1]).toMatchObject({
      correctsLineId: lineId,
      amount: -600,
      rule: { ruleId, version: 1 },
      computation: '更正：原明细的计费金额由 ¥300.00 改为 ¥0.00，费用由 ¥6.00 改为 ¥0.00，相差 -¥6.00',
    });
  });

  it('R4.9 drafts that another stage has overtaken are not issued until they are drawn up again', async () => {
    await rule({ ...onePercent, lineMinimumAmount: 1000 });
    const former = await addStage(app);
    const lineId = await add(former, 50_000);
    await bill(former);
    const stages = [await addStage(app), await addStage(app)] as const;
    for (const stageId of stages) {
      await add(stageId, 10_000_000);
      await correct(stageId, lineId, -25_000);
      await desk.generate(stageId);
    }
    await desk.issue(stages[0]);
    await expect(desk.issue(stages[1])).rejects.toThrow('请重新生成草稿');
    await bill(stages[1]);
    expect([await feesOf(stages[0]), await feesOf(stages[1])]).toEqual([
      [100_000, 0],
      [100_000, -1000],
    ]);
    expect(await differences()).toEqual([]);
  });

  it('R4.9 bills of before, whose corrections cost what a line of their own does, are verified as they were', async () => {
    await rule(onePercent);
    const former = await addStage(app);
    const lineId = await add(former, 50_000);
    await bill(former);
    const stageId = await addStage(app);
    await add(stageId, 10_000_000);
    await correct(stageId, lineId, -25_000);
    await bill(stageId);
    await app.rows('update line_fee set stood = null where stage_id = $1', [stageId]);
    // They were issued before bills were sealed.
    await runAsAdmin(
      app.url,
      `set session_replication_role = replica;
        delete from audit_event where event = 'job.bill.sealed' and object in (select bill_no from bill where stage_id = '${stageId}')`,
    );
    expect(await differences()).toEqual([]);
    await app.rows('update line_fee set stood = 49999 where stage_id = $1 and fee_fen < 0', [stageId]);
    expect((await differences()).join()).toContain('更正前的基数：存储为 49999，重新计算为 50000');
  });
});
