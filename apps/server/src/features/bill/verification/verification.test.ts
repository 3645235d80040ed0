import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLine, addOrg, addProject, addStage } from '#features/loan-consult/loan-consult.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { Db } from '#kernel/database/db';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingDesk, enterBilling } from '../billing/billing.fixture.ts';
import { type VerifiedBill, verifyBills } from './verification.ts';

let app: TestApp;
let desk: BillingDesk;
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
      expect(bill).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), differences: [] });
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
});
