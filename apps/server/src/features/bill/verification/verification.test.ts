import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { Db } from '#kernel/database/db';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';
import { type VerifiedBill, verifyBills } from './verification.ts';

let app: TestApp;
let desk: BillingStaff;
let billNo: string;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  const merchant = await makeMerchant(app);
  const [stage_id, org_id] = [await addStage(app), await addOrg(app)];
  const project_id = await addProject(app, merchant);
  const tiers = [
    { from: 0, rate: 20_000 },
    { from: 7_000_000, rate: 10_000 },
  ];
  await desk.rule({ terms: { scheme: { kind: 'tiered', method: 'marginal', tiers }, lineMinimumAmount: 100 } });
  await desk.rule({ productId: 'few', terms: { billMinimumAmount: 90_000 } });
  for (const loan_fen of [5_000_000, 3_000_001, 7, 0])
    await addLine(app, merchant, { stage_id, org_id, project_id, loan_fen });
  await addLine(app, merchant, { stage_id, org_id, project_id, product_id: 'few' });
  await desk.generate(stage_id);
  await desk.issue(stage_id);
  billNo = (await desk.bills({ stageId: stage_id, productId: 'loan' }))[0].billNo;
});
afterAll(() => app.close());

const verified = async (db: Db, billNos: readonly string[] = []): Promise<VerifiedBill[]> => {
  const all: VerifiedBill[] = [];
  for await (const bill of verifyBills(db, billNos)) all.push(bill);
  return all;
};

describe('R10.3 bills:verify', () => {
  it('R10.3 bills as they were issued come to what is stored, all or by number', async () => {
    const all = await verified(app.database.reading('service'));
    expect(all).toHaveLength(2);
    for (const bill of all)
      expect(bill).toMatchObject({
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        isSealed: true,
        differences: [],
      });
    expect(await verified(app.database.reading('service'), [billNo, 'ZD-none'])).toEqual(
      all.filter((bill) => bill.billNo === billNo),
    );
  });

  const ofBill = 'where bill_id = (select bill_id from bill where bill_no = $1)';
  it.each([
    ['a fee', `update line_fee set fee_fen = fee_fen + $2 ${ofBill} and place = 1`, '的费用'],
    ['a place', `update line_fee set place = place + $2 ${ofBill} and place >= 4`, '的次序'],
    ['the basis before a line', `update line_fee set before = before + $2 ${ofBill} and place = 2`, '之前的基数'],
    [
      'the sum of fees',
      `update bill set lines_fen = lines_fen + $2, amount_fen = amount_fen + $2 ${ofBill}`,
      '明细费用合计',
    ],
    ['the tax', `update bill set tax_fen = tax_fen + $2 ${ofBill}`, '税额'],
    ['the basis', `update bill set basis = basis + $2 ${ofBill}`, '计费基数'],
    ['the number of lines', `update bill set line_count = line_count + $2 ${ofBill}`, '明细行数'],
    ['what was paid', `update bill set paid_fen = paid_fen + $2 ${ofBill}`, '已收付金额'],
    ['the share of a rule', `update bill_rule set fee_fen = fee_fen + $2 ${ofBill}`, '规则'],
    [
      'an adjustment without its step',
      `update bill set adjusted_fen = adjusted_fen + $2, amount_fen = amount_fen + $2 ${ofBill}`,
      '调整合计',
    ],
  ])('R10.3 %s that was changed by hand is found, and its bill is named', async (_what, change, words) => {
    await app.rows(change, [billNo, 1]);
    const wrong = (await verified(app.database.reading('service'))).filter(({ differences }) => differences.length > 0);
    await app.rows(change, [billNo, -1]);
    expect(wrong.map((bill) => bill.billNo)).toEqual([billNo]);
    expect(wrong[0]?.differences.join()).toContain(words);
    const after = await verified(app.database.reading('service'));
    expect(after.flatMap(({ differences }) => differences)).toEqual([]);
  });

  const rules = '(select rule_id from bill_rule b join bill using (tenant_id, bill_id) where bill_no = $1)';
  const ofOne = 'where bill_no = $1';
  it.each([
    [
      'a status without its step',
      `update bill set status = 'confirmed', confirmed_at = app_now() ${ofOne}`,
      `update bill set status = 'pending', confirmed_at = null ${ofOne}`,
      '状态：存储为 confirmed，重新计算为 pending',
    ],
    [
      'an approval without its step',
      `update bill set status = 'confirmed', approval = 'waiting', confirmed_at = app_now() ${ofOne}`,
      `update bill set status = 'pending', approval = 'none', confirmed_at = null ${ofOne}`,
      '复核：存储为 waiting，重新计算为 none',
    ],
    [
      'a rule of another organisation',
      `with other as (insert into org (org_id, name) values ('org-other', '另一机构') returning org_id)
        update fee_rule set org_id = (select org_id from other) where rule_id in ${rules}`,
      `update fee_rule set org_id = null where rule_id in ${rules}`,
      '的规则适用机构',
    ],
  ])('R10.3 %s is found, and named', async (_what, change, undo, words) => {
    await app.rows(change, [billNo]);
    const wrong = (await verified(app.database.reading('service'))).filter(({ differences }) => differences.length > 0);
    await app.rows(undo, [billNo]);
    expect(wrong.map((bill) => bill.billNo)).toEqual([billNo]);
    expect(wrong[0]?.differences.join()).toContain(words);
    expect((await verified(app.database.reading('service'))).flatMap(({ differences }) => differences)).toEqual([]);
  });

  it('R10.3 R11.7 steps that were forged with everything that follows from them are named: the trail does not tell of them', async () => {
    const forged = (no: number, kind: string, payment: string) =>
      `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, amount_fen, confirm_by, payment_fen, payment_on, payment_serial)
        select tenant_id, bill_id, ${no}, '${kind}', issued_at + interval '${no} seconds', 'ops', 's', 's', amount_fen, confirm_by, ${payment}
        from bill ${ofOne}`;
    await app.rows(forged(2, 'confirmed', 'null, null, null'), [billNo]);
    await app.rows(forged(3, 'settled', "amount_fen, current_date, 'S-1'"), [billNo]);
    await app.rows(
      `update bill set status = 'settled', paid_fen = amount_fen, step_no = 3, confirmed_at = issued_at + interval '2 seconds',
        settled_at = issued_at + interval '3 seconds' ${ofOne}`,
      [billNo],
    );
    const [wrong] = await verified(app.database.reading('service'), [billNo]);
    expect(wrong?.differences).toEqual([
      expect.stringMatching(/^第 2 步 confirmed：存储为 有，重新计算为 审计记录中没有$/),
      expect.stringMatching(/^第 3 步 settled：存储为 \d+，重新计算为 审计记录中没有$/),
    ]);
    await app.rows(
      `update bill set status = 'pending', paid_fen = 0, confirmed_at = null, settled_at = null, step_no = 1 ${ofOne}`,
      [billNo],
    );
    // The service may add steps and take none away.
    const forgedSteps = `step_no > 1 and bill_id = (select bill_id from bill where bill_no = '${billNo}')`;
    // A payment is money of a receipt.
    await runAsAdmin(app.url, `delete from receipt_application where ${forgedSteps}`);
    const withoutParts = 'not exists (select from receipt_application a where a.receipt_no = r.receipt_no)';
    await runAsAdmin(app.url, `delete from receipt_entry r where ${withoutParts}`);
    await runAsAdmin(app.url, `delete from receipt r where ${withoutParts}`);
    await runAsAdmin(app.url, `delete from bill_step where ${forgedSteps}`);
    expect((await verified(app.database.reading('service'))).flatMap(({ differences }) => differences)).toEqual([]);
  });

  // The last: what was changed of lines can be added to, and nobody can take it back.
  it('R10.3 changes of lines without an adjustment of the bill, or from another fee than stood, are found, and named', async () => {
    await app.rows(
      `insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen)
        select tenant_id, bill_id, 1, line_id, fee_fen + place - 1, fee_fen + 3 * (place - 1) - 1 from line_fee ${ofBill} and place in (1, 2)`,
      [billNo],
    );
    const wrong = (await verified(app.database.reading('service'))).filter(({ differences }) => differences.length > 0);
    expect(wrong.map((bill) => bill.billNo)).toEqual([billNo]);
    expect(wrong[0]?.differences).toEqual([
      expect.stringMatching(/^第 1 步明细 .+ 调整前的费用：存储为 (\d+)，重新计算为 (\d+)$/),
    ]);
    await app.rows(
      `insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen)
        select tenant_id, bill_id, 1, line_id, fee_fen, fee_fen - 1 from line_fee ${ofBill} and place = 3`,
      [billNo],
    );
    const [more] = await verified(app.database.reading('service'), [billNo]);
    expect(more?.differences).toContain('第 1 步明细调整合计：存储为 -1，重新计算为 0');
  });
});
