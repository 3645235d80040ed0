import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
let owner: Merchant;
let [org_id, project_id] = ['', ''];
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  owner = await makeMerchant(app);
  [org_id, project_id] = [await addOrg(app), await addProject(app, owner)];
  const tiers = [
    { from: 0, rate: 12_000 },
    { from: 100, rate: 9_000 },
  ];
  await desk.rule({ terms: { scheme: { kind: 'tiered', method: 'marginal', tiers } } });
});
afterAll(() => app.close());

const billed = async (lines: readonly Readonly<Record<string, unknown>>[]): Promise<string> => {
  const stage_id = await addStage(app);
  for (const line of lines) await addLine(app, owner, { stage_id, org_id, project_id, ...line });
  await desk.generate(stage_id);
  await desk.issue(stage_id);
  return String((await desk.bills({ stageId: stage_id }))[0].billNo);
};
const rulesOf = async (billNo: string) => (await owner.browser.call('bill.detail', { billNo })).body.data.rules;

it('R10.3 a bill by tiers explains itself to the fen: the table, and what the rounding of each line is', async () => {
  // Rounded, 0.6, 0.6 and 0.45 fen are 1, 1 and 0; the tiers come to 1.2 and 0.45 fen.
  const billNo = await billed([{ loan_fen: 50 }, { loan_fen: 50 }, { loan_fen: 50 }]);
  const [{ tiers, amount }] = await rulesOf(billNo);
  expect(amount).toBe(2);
  expect(tiers).toEqual([
    { label: '¥0.00 至 ¥1.00 的部分', basis: '¥1.00', charge: '1.20%', amount: 1 },
    { label: '¥1.00 以上的部分', basis: '¥0.50', charge: '0.90%', amount: 0 },
    { label: '逐笔四舍五入', amount: 1 },
  ]);
  // Staff read the same.
  const read = await desk.browser.call('ops.bill.detail', { billNo });
  expect(read.body.data.rules[0].tiers).toEqual(tiers);
});

it('R10.3 lines with a rate of their own stand beside the tiers; a bill from before has no table', async () => {
  const billNo = await billed([{ loan_fen: 100 }, { loan_fen: 10_000, rate_millionths: 20_000 }]);
  const [{ tiers, amount }] = await rulesOf(billNo);
  expect(tiers.at(-1)).toEqual({ label: '约定费率的 1 笔（计入累计，不按档位收费）', amount: 200 });
  expect(tiers.reduce((sum: number, part: { amount: number }) => sum + part.amount, 0)).toBe(amount);
  await app.rows('update bill_rule set tier_share = null');
  expect((await rulesOf(billNo))[0].tiers).toBeUndefined();
});
