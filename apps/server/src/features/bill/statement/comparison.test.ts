import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
let owner: Merchant;
let [org_id, project_id, former, present] = ['', '', '', ''];
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  owner = await makeMerchant(app);
  [org_id, project_id] = [await addOrg(app), await addProject(app, owner)];
  [former, present] = [await addStage(app), await addStage(app)];
  await app.rows("update stage set opens_on = '2026-09-01' where stage_id = $1", [former]);
  // 1.20 %, at least 100 yuan and at most 1,000 a line.
  await desk.rule({ terms: { lineMinimumAmount: 10_000, lineCapAmount: 100_000 } });
});
afterAll(() => app.close());

const billed = async (stage_id: string, bases: readonly number[]) => {
  for (const loan_fen of bases) await addLine(app, owner, { stage_id, org_id, project_id, loan_fen });
  await desk.generate(stage_id);
  await desk.issue(stage_id);
  return String((await desk.bills({ stageId: stage_id }))[0].billNo);
};
const comparisonOf = async (billNo: string) => {
  const { amount, comparison } = (await owner.browser.call('bill.detail', { billNo })).body.data;
  return { amount, comparison };
};

it('R10.3 what the minimum and the cap of a line made of a difference are parts of their own, which sum to the fen', async () => {
  // 600, 1,000 (of 1,200) and 100 (of 12) yuan; then 600, 1,000 (of 2,400), 100 (of 12) and 100 (of 6).
  await billed(former, [5_000_000, 10_000_000, 100_000]);
  const billNo = await billed(present, [5_000_000, 20_000_000, 100_000, 50_000]);
  const { amount, comparison } = await comparisonOf(billNo);
  expect([comparison.amount, amount]).toEqual([170_000, 180_000]);
  const parts: readonly { label: string; amount: number }[] = comparison.parts;
  expect(parts.filter(({ label }) => label.startsWith('每笔'))).toEqual([
    { label: '每笔最低收费', amount: 9400 },
    { label: '每笔最高收费', amount: -120_000 },
  ]);
  expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(10_000);
  // Bases and rates alone make 120,600 fen: the rate is the same, and no part says otherwise.
  expect(parts.some(({ label }) => label.includes('费率'))).toBe(false);
});

it('R10.3 of bills that were drawn up before limits were noted, the words say that the limits are in the rest', async () => {
  const [bill] = await desk.bills({ stageId: present });
  await app.rows(
    'update bill_rule r set line_minimum_fen = null, line_cap_fen = null from bill b where b.bill_id = r.bill_id and b.stage_id = $1',
    [former],
  );
  const { comparison } = await comparisonOf(String(bill.billNo));
  const parts: readonly { label: string; amount: number }[] = comparison.parts;
  expect(parts.at(-1)?.label).toBe('收费标准变化，含每笔最低与最高收费');
  expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(10_000);
});
