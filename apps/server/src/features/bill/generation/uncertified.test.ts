import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';
import { enterImports, fileHead, fileRow, type ImportStaff } from '../line-import/line-import.fixture.ts';

let app: TestApp;
let billing: BillingStaff;
let imports: ImportStaff;
beforeAll(async () => {
  app = await testApp();
  billing = await enterBilling(app);
  imports = await enterImports(app);
  await billing.rule({ productId: 'loan' });
});
afterAll(() => app.close());

/** A stage with a line of a certified merchant, and two of one that never was. */
const stageWithBoth = async () => {
  const [certified, fresh, stageId] = [await makeMerchant(app), await makeMerchant(app), await addStage(app)];
  await addLine(app, certified, { stage_id: stageId });
  const party = { tenant: fresh.tenantId, project: await addProject(app, fresh), org: await addOrg(app) };
  const rows = ['U-1', 'U-2'].map((loanNo) => fileRow({ ...party, loanNo }));
  expect(await imports.run(stageId, [fileHead, ...rows, `# ${stageId}`].join('\n'))).toMatchObject({ status: 'done' });
  return { certified, fresh, stageId };
};
const tenantsOf = async (stageId: string, filter = {}): Promise<readonly string[]> =>
  (await billing.bills({ stageId, ...filter })).map(({ tenantId }: { tenantId: string }) => tenantId);
const noticesOf = ({ tenantId }: Merchant) =>
  app.rows("select title from notice where tenant_id = $1 and kind = 'bill'", [tenantId]);
const endCertification = ({ tenantId }: Merchant) =>
  app.rows(
    `update certification set status = 'rejected', reasons = $2, certified_no = null, certified_uscc = null where tenant_id = $1`,
    [tenantId, '[{"field":"uscc","reason":"不清楚"}]'],
  );

describe('R4.13 a tenant that was never certified is not billed', () => {
  it('R4.13 its lines are left out by name and stay; the others are billed, and it gets no notice', async () => {
    const { certified, fresh, stageId } = await stageWithBoth();
    await billing.generate(stageId);
    expect(await tenantsOf(stageId)).toEqual([certified.tenantId]);
    const { leftOut } = await billing.generation(stageId);
    expect(leftOut).toEqual([
      {
        reason: 'notCertified',
        text: '商户未认证：认证通过后重新生成即可计入',
        lines: 2,
        examples: [
          expect.objectContaining({ tenantId: fresh.tenantId }),
          expect.objectContaining({ tenantId: fresh.tenantId }),
        ],
      },
    ]);
    await billing.issue(stageId);
    expect(await noticesOf(fresh)).toEqual([]);
    expect(await noticesOf(certified)).toHaveLength(1);
    expect(await app.rows('select from bill_line where tenant_id = $1', [fresh.tenantId])).toHaveLength(2);
  });

  it('R4.13 after its certification the next generation takes its lines, also of a stage that is issued, and no other again', async () => {
    const { certified, fresh, stageId } = await stageWithBoth();
    await billing.generate(stageId);
    await billing.issue(stageId);
    await certifyTenant(app, fresh);
    await billing.generate(stageId);
    expect(await tenantsOf(stageId, { status: 'draft' })).toEqual([fresh.tenantId]);
    await billing.issue(stageId);
    expect((await tenantsOf(stageId, { status: 'pending' })).toSorted()).toEqual(
      [certified.tenantId, fresh.tenantId].toSorted(),
    );
    const { items } = (await fresh.browser.call('bill.page', {})).body.data;
    expect(items).toMatchObject([{ status: 'pending', lineCount: 2 }]);
    expect(await noticesOf(fresh)).toHaveLength(1);
  });

  it('R4.13 a draft whose tenant is not certified any more is not issued', async () => {
    const { certified, stageId } = await stageWithBoth();
    await billing.generate(stageId);
    await endCertification(certified);
    await expect(billing.issue(stageId)).rejects.toThrow('没有生效的企业认证');
    expect(await tenantsOf(stageId, { status: 'draft' })).toEqual([certified.tenantId]);
    expect(await noticesOf(certified)).toEqual([]);
    await billing.generate(stageId);
    expect(await tenantsOf(stageId)).toEqual([]);
  });

  it('R11.6 a trial of a rule leaves them out as the generation does', async () => {
    const { fresh, stageId } = await stageWithBoth();
    const reply = await billing.browser.call('ops.feeRule.trial', {
      productId: 'loan',
      orgId: null,
      tenantId: fresh.tenantId,
      holdsFrom: '2026-01-01',
      stageId,
      terms: {
        unit: null,
        direction: 'payable',
        scheme: { kind: 'rate', rate: 10_000 },
        lineMinimumAmount: null,
        lineCapAmount: null,
        billMinimumAmount: null,
        billCapAmount: null,
        taxRate: 60_000,
      },
    });
    expect(reply.body.data, reply.text).toMatchObject({ now: { leftOutLines: 2 }, changed: { leftOutLines: 2 } });
  });
});
