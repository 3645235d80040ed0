import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProducts } from '#features/catalog/product.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling, type GivenRule, ruleOf } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp({ limits: { trialLines: 500 } });
  desk = await enterBilling(app);
  await addProducts(app, 'new', 'none');
});
afterAll(() => app.close());

let products = 0;
/** A product with lines of ¥50,000.00 each in a stage: two merchants, two lines each. */
const ground = async () => {
  products += 1;
  const productId = `tried-${products}`;
  await addProducts(app, productId);
  const [stageId, orgId] = [await addStage(app), await addOrg(app)];
  const merchants = [await makeMerchant(app), await makeMerchant(app)];
  for (const merchant of merchants) {
    const projectId = await addProject(app, merchant);
    for (const _ of [1, 2]) {
      await addLine(app, merchant, { stage_id: stageId, org_id: orgId, project_id: projectId, product_id: productId });
    }
  }
  return { productId, stageId, orgId, tenantIds: merchants.map(({ tenantId }) => tenantId) };
};
const trial = (rule: GivenRule, more: Readonly<Record<string, unknown>> = {}) =>
  desk.browser.call('ops.feeRule.trial', { ...ruleOf(rule), ...more });
const rate = (millionths: number) => ({ scheme: { kind: 'rate', rate: millionths } });

describe('R11.6 a fee rule is tried before it is kept', () => {
  it('R11.6 says what the rules make of a stage now and with the new version, part by part, and stores nothing', async () => {
    const { productId, stageId, orgId, tenantIds } = await ground();
    const ruleId = await desk.rule({ productId });
    const stored = () =>
      app.rows(
        `select (select count(*) from bill where product_id = $1) as bills, (select count(*) from fee_rule_version where rule_id = $2) as versions,
          (select count(*) from line_fee where stage_id = $3) as fees, (select count(*) from audit_event) as events`,
        [productId, ruleId, stageId],
      );
    const before = await stored();
    const { status, body } = await trial({ productId, ruleId, terms: rate(15_000) }, { stageId });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      text: expect.stringContaining('规则第 2 版，自 2026-01-01 起：按计费金额的 1.50% 收取'),
      stage: { stageId },
      lines: 4,
      now: { bills: 2, payableAmount: 240_000, receivableAmount: 0, leftOutLines: 0 },
      changed: { bills: 2, payableAmount: 300_000, receivableAmount: 0, leftOutLines: 0 },
      partCount: 2,
    });
    expect(body.data.parts).toHaveLength(2);
    for (const part of body.data.parts) {
      expect(tenantIds).toContain(part.tenantId);
      expect(part).toMatchObject({ orgId, nowAmount: 120_000, newAmount: 150_000, differenceAmount: 30_000 });
    }
    expect(await stored()).toEqual(before);
  });

  it('R11.6 what is tried is what the generation makes once the version is kept, also of an issued stage', async () => {
    const { productId, stageId } = await ground();
    const terms = {
      scheme: {
        kind: 'tiered',
        method: 'marginal',
        tiers: [
          { from: 0, rate: 20_000 },
          { from: 6_000_000, rate: 10_000 },
        ],
      },
      billMinimumAmount: 170_000,
    };
    const tried = (await trial({ productId, terms }, { stageId })).body.data;
    expect(tried.now).toMatchObject({ bills: 0, leftOutLines: 4 });
    await desk.rule({ productId, terms });
    await desk.generate(stageId);
    const amountOf = async () =>
      (await desk.bills({ productId })).reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(tried.changed).toMatchObject({ bills: 2, payableAmount: await amountOf(), leftOutLines: 0 });
    await desk.issue(stageId, { productId });
    const again = (await trial({ productId, ruleId: await ruleIdOf(productId), terms })).body.data;
    expect(again).toMatchObject({ stage: { stageId }, now: { payableAmount: await amountOf() }, partCount: 2 });
    expect(again.parts.every(({ differenceAmount }: { differenceAmount: number }) => differenceAmount === 0)).toBe(
      true,
    );
  });

  const ruleIdOf = async (productId: string) =>
    (await desk.browser.call('ops.feeRule.page', { productId })).body.data.items[0].ruleId;

  it('R11.6 a rule of one merchant is tried on its lines alone, a direction that changes moves the sum', async () => {
    const { productId, stageId, tenantIds } = await ground();
    await desk.rule({ productId });
    const [tenantId = ''] = tenantIds;
    const reply = await trial({ productId, tenantId, terms: { direction: 'receivable' } }, { stageId });
    expect(reply.body.data, reply.text).toMatchObject({
      lines: 2,
      now: { bills: 1, payableAmount: 120_000, receivableAmount: 0 },
      changed: { bills: 1, payableAmount: 0, receivableAmount: 120_000 },
      partCount: 2,
    });
    const narrowed = (await trial({ productId: 'none', terms: rate(1) }, { linesOfTenantId: tenantId })).body.data;
    expect(narrowed).toMatchObject({ lines: 0, parts: [] });
  });

  it('R11.6 trials beside generations on the same connections reckon their own lines and store nothing, in whichever order', async () => {
    const colleague = await enterBilling(app, 'trial-colleague');
    const { productId, stageId } = await ground();
    const ruleId = await desk.rule({ productId });
    const stored = () =>
      app.rows(
        `select (select count(*) from line_fee where stage_id = $1) as fees, (select sum(amount_fen) from bill where stage_id = $1) as amount,
          (select count(*) from fee_rule) as rules, (select count(*) from fee_rule_version) as versions`,
        [stageId],
      );
    for (const _ of [1, 2, 3]) {
      await desk.generate(stageId);
      const before = await stored();
      for (const __ of [1, 2, 3]) {
        const tried = await Promise.all(
          [desk, colleague].map(({ browser }) =>
            browser.call('ops.feeRule.trial', { ...ruleOf({ productId, ruleId, terms: rate(15_000) }), stageId }),
          ),
        );
        for (const { body, text } of tried) expect(body.data?.changed, text).toMatchObject({ payableAmount: 300_000 });
      }
      expect(await stored()).toEqual(before);
    }
  });

  it('R5.5 refuses what a save would refuse, and tells the field', async () => {
    const { productId, stageId } = await ground();
    await desk.rule({ productId });
    expect(await trial({ productId }, { stageId })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'productId' }] } },
    });
    expect(await trial({ productId: 'no-such-product' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'productId', message: '没有这个产品' }] } },
    });
    expect(await trial({ productId: 'new', orgId: 'no-such-org' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'orgId' }] } },
    });
    expect(await trial({ productId, terms: rate(1_000_001) })).toMatchObject({ status: 422 });
    expect(await trial({ productId, holdsFrom: '2026-02-30' })).toMatchObject({ status: 422 });
    expect(await trial({ productId, ruleId: 'no-such-rule' })).toMatchObject({ status: 404 });
    expect(await trial({ productId: 'new' }, { stageId: 'no-such-stage' })).toMatchObject({ status: 404 });
  });

  it('R11.6 more lines than can be reckoned in seconds are refused with the way out', async () => {
    const { productId, stageId, orgId, tenantIds } = await ground();
    const ruleId = await desk.rule({ productId });
    await app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on)
        select $1, $2, 'M' || n, 'p', $3, $4, 100000, '元', '2026-10-02' from generate_series(1, 500) n`,
      [tenantIds[0], stageId, productId, orgId],
    );
    expect(await trial({ productId, ruleId }, { stageId })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'linesOfTenantId', message: expect.stringContaining('500') }] } },
    });
    const narrowed = await trial({ productId, ruleId }, { stageId, linesOfTenantId: tenantIds[1] });
    expect(narrowed.body.data).toMatchObject({ lines: 2 });
  });

  it('R6.3 only whom may change rules tries them', async () => {
    const support = await enterStaff(app, 'trial-support', { roles: ['support'] });
    expect((await support.call('ops.feeRule.trial', ruleOf())).status).toBe(403);
  });
});

const waitingForLocks = `select distinct pid from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()`;

describe('security 4.14 trials at once', () => {
  it('security 4.14 one a person and two in all are reckoned, others are refused with a sentence and when to come again', async () => {
    const { productId, stageId } = await ground();
    const colleagues = await Promise.all([enterBilling(app, 'trial-two'), enterBilling(app, 'trial-three')]);
    const ruleId = await desk.rule({ productId });
    // Each waits for the rule that is locked here, with its place taken.
    const lock = await app.database.pool('service').connect();
    await lock.query('begin');
    await lock.query('select from fee_rule where rule_id = $1 for update', [ruleId]);
    const ask = (staff: BillingStaff) =>
      staff.browser.call('ops.feeRule.trial', {
        ...ruleOf({ productId, ruleId, terms: rate(15_000) }),
        stageId,
      });
    const waiting = [ask(desk)];
    const waitFor = (count: number) => expect.poll(async () => (await app.rows(waitingForLocks)).length).toBe(count);
    await waitFor(1);
    const own = await ask(desk);
    expect(own).toMatchObject({ status: 429, body: { errCode: 'RHBI011', data: { retryAfter: 3 } } });
    expect(own.headers['retry-after']).toBe('3');
    expect(own.body.errMsg).toMatch(/试算/);
    const [two, three] = colleagues;
    if (two === undefined || three === undefined) throw new Error('there are three');
    waiting.push(ask(two));
    await waitFor(2);
    expect(await ask(three)).toMatchObject({ status: 429, body: { errCode: 'RHBI011' } });
    await lock.query('rollback');
    lock.release();
    for (const reply of await Promise.all(waiting)) expect(reply.status).toBe(200);
    expect((await ask(three)).status).toBe(200);
  });
});
