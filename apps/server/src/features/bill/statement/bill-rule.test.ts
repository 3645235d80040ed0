import { fen, rmbText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addBill } from '../bill.fixture.ts';

let app: TestApp;
let own: Merchant;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
});
afterAll(() => app.close());

const ask = (payload: Readonly<Record<string, unknown>>, by = own) => by.browser.call('bill.rule', payload);
const ruleOf = async (productId: string) => {
  const bill = await addBill(app, own, { productId, fees: [1200, 2400] });
  return { ...bill, ruleId: `rule-${productId}` };
};
const addVersion = (ruleId: string, version: number, holdsFrom: string) =>
  app.rows(
    `insert into fee_rule_version (rule_id, version, holds_from, direction, kind, rate_millionths, tax_millionths, made_by)
      values ($1, $2, $3, 'payable', 'rate', 10000, 60000, '李审核')`,
    [ruleId, version, holdsFrom],
  );

describe('R10.3 the rule behind a bill', () => {
  it('R10.3 stands with all its versions, each with its numbers, from when it holds, by whom and when it was made', async () => {
    const { billNo, ruleId, amount } = await ruleOf('ruled');
    await addVersion(ruleId, 2, '2026-10-20');
    const { versions, ...rule } = (await ask({ billNo, ruleId })).body.data;
    expect(rule).toEqual({ ruleId, productName: '产品', orgName: null, isOwn: false });
    expect(versions).toMatchObject([
      { version: 2, holdsFrom: '2026-10-20', text: expect.stringContaining('1.00%'), by: '平台运营' },
      { version: 1, holdsFrom: '2025-01-01', text: expect.stringContaining('1.20%') },
    ]);
    // What made the bill says its share; what did not says nothing of it.
    expect(versions[0].inBill).toBeUndefined();
    expect(versions[1].inBill).toEqual({
      lineCount: 2,
      amount,
      text: expect.stringMatching(new RegExp(`适用 2 笔.*${rmbText(fen(amount))}`)),
    });
    expect(Date.parse(versions[0].at)).toBeLessThanOrEqual(app.clock.now().getTime());
    // The shares of all rules of a bill are its lines' fees.
    const { rules, sums } = (await own.browser.call('bill.detail', { billNo })).body.data;
    expect(rules.reduce((sum: number, each: { amount: number }) => sum + each.amount, 0)).toBe(sums[0].amount);
  });

  it('R10.3 a price that does not hold yet is not announced, and no member of staff is named', async () => {
    const { billNo, ruleId } = await ruleOf('announced');
    await addVersion(ruleId, 2, '2027-01-01');
    const reply = await ask({ billNo, ruleId });
    expect(reply.body.data.versions.map(({ version }: { version: number }) => version)).toEqual([1]);
    expect(reply.text).not.toContain('李审核');
  });

  it('R6.3 a rule that made nothing of the bill, one of another tenant, and none are answered alike', async () => {
    const { billNo, ruleId } = await ruleOf('mine');
    const other = await ruleOf('not-of-this-bill');
    const otherMerchant = await makeMerchant(app);
    const foreign = await addBill(app, otherMerchant, { productId: 'foreign' });
    await app.rows(`insert into fee_rule (rule_id, product_id, tenant_id) values ('foreign-own', 'mine', $1)`, [
      otherMerchant.tenantId,
    ]);
    for (const payload of [
      { billNo, ruleId: other.ruleId },
      { billNo, ruleId: 'foreign-own' },
      { billNo, ruleId: 'none' },
      { billNo: foreign.billNo, ruleId: 'rule-foreign' },
      { billNo: 'ZD-nobody', ruleId },
    ]) {
      expect(await ask(payload)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    }
    expect((await ask({ billNo, ruleId })).status).toBe(200);
  });
});
