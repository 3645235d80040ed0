import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { addBill } from '../bill.fixture.ts';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';
import { verifyIssues } from './issued-sums.ts';
import { type VerifiedBill, verifyBills } from './verification.ts';

let app: TestApp;
let desk: BillingStaff;
let merchant: Merchant;
let billNo: string;
let stageId: string;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
  merchant = await makeMerchant(app);
  const [stage_id, org_id] = [await addStage(app), await addOrg(app)];
  stageId = stage_id;
  const project_id = await addProject(app, merchant);
  await desk.rule({ terms: { lineMinimumAmount: 100 } });
  for (const loan_fen of [5_000_000, 3_000_001, 7])
    await addLine(app, merchant, { stage_id, org_id, project_id, loan_fen });
  await desk.generate(stage_id);
  await desk.issue(stage_id);
  billNo = (await desk.bills({ stageId: stage_id }))[0].billNo;
});
afterAll(() => app.close());

const verified = async (...billNos: readonly string[]): Promise<VerifiedBill[]> => {
  const all: VerifiedBill[] = [];
  for await (const bill of verifyBills(app.database.reading('service'), billNos)) all.push(bill);
  return all;
};
const differences = async () => (await verified(billNo)).flatMap((bill) => bill.differences);
const issues = async (...billNos: readonly string[]): Promise<string[]> => {
  const all: string[] = [];
  for await (const difference of verifyIssues(app.database.reading('service'), billNos)) all.push(difference);
  return all;
};

/** The owner of the database can switch off what keeps lines of issued stages as they are. */
const asOwner = (statements: string) => runAsAdmin(app.url, `set session_replication_role = replica; ${statements}`);

/** What is found while something is changed by the owner of the database, who then takes it back. */
const foundWhile = async (change: string, undo: string): Promise<string[]> => {
  await asOwner(change);
  const found = [...(await differences()), ...(await issues(billNo))];
  await asOwner(undo);
  expect([...(await differences()), ...(await issues(billNo))]).toEqual([]);
  return found;
};

const ofBill = () => `bill_id = (select bill_id from bill where bill_no = '${billNo}')`;
const lastLine = () =>
  `(tenant_id, stage_id, line_id) = (select tenant_id, stage_id, line_id from line_fee where ${ofBill()} and place = 3)`;

describe('R10.3 R11.7 bills:verify compares the lines of a bill with what was sealed when it was issued', () => {
  const particulars = '明细的业务日期、业务编号、客户、项目、产品、机构或来源：与审计记录封存的不一致';
  const basis = '明细的金额、数量、单位或费率：与审计记录封存的不一致';
  const charge = '明细的次序、规则版本或计费过程：与审计记录封存的不一致';
  it.each([
    ['its day', 'bill_line', 'occurred_on = occurred_on + 1', 'occurred_on = occurred_on - 1', particulars],
    ['its reference', 'bill_line', "loan_no = loan_no || '9'", 'loan_no = left(loan_no, -1)', particulars],
    ['its customer', 'bill_line', "borrower_masked = '李*'", "borrower_masked = '张*'", particulars],
    ['its import', 'bill_line', 'import_no = 7', 'import_no = null', particulars],
    [
      'its moment',
      'bill_line',
      "created_at = created_at - interval '1 day'",
      "created_at = created_at + interval '1 day'",
      particulars,
    ],
    ['what it corrects', 'bill_line', "corrects_line_id = 'other'", 'corrects_line_id = null', particulars],
    ['its amount', 'bill_line', 'loan_fen = loan_fen + 1', 'loan_fen = loan_fen - 1', basis],
    ['its own rate', 'bill_line', 'rate_millionths = 12000', 'rate_millionths = null', basis],
    ['its unit', 'bill_line', "unit = '笔'", "unit = '元'", basis],
    ['what a minimum added', 'line_fee', 'limit_fen = limit_fen + 1', 'limit_fen = limit_fen - 1', charge],
    ['its place', 'line_fee', 'place = 9', 'place = 3', charge],
    ['its rule', 'line_fee', 'rule_version = 2', 'rule_version = 1', charge],
    ['its fee', 'line_fee', 'fee_fen = 101', 'fee_fen = 100', charge],
  ])('R10.3 R11.7 %s that was changed by hand is named', async (...[, table, change, undo, words]) => {
    const where = lastLine();
    const [line] = await app.rows(`select line_id from line_fee where ${ofBill()} and place = 3`);
    const back = `line_id = '${String(line?.['line_id'])}' and stage_id = '${stageId}'`;
    expect(
      await foundWhile(`update ${table} set ${change} where ${where}`, `update ${table} set ${undo} where ${back}`),
    ).toContain(words);
  });

  it('R10.3 a line of another project or organisation than its bill is named by itself', async () => {
    const [line] = await app.rows(
      `select line_id, project_id from line_fee join bill_line using (tenant_id, stage_id, line_id) where ${ofBill()} and place = 3`,
    );
    const { line_id: lineId, project_id: project } = line ?? {};
    const set = (value: string) =>
      `update bill_line set project_id = '${value}' where stage_id = '${stageId}' and line_id = '${String(lineId)}'`;
    const found = await foundWhile(set('other'), set(String(project)));
    expect(found).toContain(`明细 ${String(lineId)} 的项目：存储为 other，重新计算为 ${String(project)}`);
  });
});

describe('R10.3 R11.7 bills:verify compares the issue of a bill with what was sealed', () => {
  const step = (change: string) => `update bill_step set ${change} where step_no = 1 and ${ofBill()}`;
  const bill = (change: string) => `update bill set ${change} where ${ofBill()}`;
  const both = (change: string) => `${bill(change.replace('at =', 'issued_at ='))}; ${step(change)}`;
  it.each([
    [
      'when',
      () => [
        `${bill("issued_at = issued_at - interval '1 day'")}; ${step("at = at - interval '1 day'")}`,
        `${bill("issued_at = issued_at + interval '1 day'")}; ${step("at = at + interval '1 day'")}`,
      ],
      /^出账时间：存储为 \S+，审计记录为 \S+$/,
    ],
    [
      'until when it can be confirmed',
      () => [both("confirm_by = confirm_by + interval '3 days'"), both("confirm_by = confirm_by - interval '3 days'")],
      /^出账时的确认期限：存储为 \S+，审计记录为 \S+$/,
    ],
    [
      'the days to pay',
      () => [bill('pay_days = pay_days + 30'), bill('pay_days = pay_days - 30')],
      /^付款天数：存储为 \d+，审计记录为 \d+$/,
    ],
    [
      'who',
      () => [step("by_id = by_id || '-2'"), step('by_id = left(by_id, -2)')],
      /^出账人：存储为 \S+-2，审计记录为 \S+$/,
    ],
    [
      'a name on its statement',
      () => [bill("project_name = project_name || '2'"), bill('project_name = left(project_name, -1)')],
      /^出账时的账单（.+）：与审计记录封存的不一致$/,
    ],
  ] as const)('R10.3 R11.7 %s that was changed by hand is named', async (_what, statements, words) => {
    const [change, undo] = statements();
    expect(await foundWhile(change ?? '', undo ?? '')).toContainEqual(expect.stringMatching(words));
  });

  it('R10.3 R11.7 an amount that was changed with everything that follows from it is named', async () => {
    const set = (by: string) => `
      update line_fee set fee_fen = fee_fen ${by} where place = 3 and ${ofBill()};
      update bill_rule set fee_fen = fee_fen ${by} where ${ofBill()};
      ${bill(`lines_fen = lines_fen ${by}, amount_fen = amount_fen ${by}`)}; ${step(`amount_fen = amount_fen ${by}`)}`;
    const found = await foundWhile(set('+ 100'), set('- 100'));
    expect(found).toContainEqual(expect.stringMatching(/^出账金额：存储为 \d+，审计记录为 \d+$/));
  });

  it('R10.3 a moment of a bill that is not that of its step is named: the due day follows from it', async () => {
    const found = await foundWhile(
      bill("issued_at = issued_at - interval '1 day'"),
      bill("issued_at = issued_at + interval '1 day'"),
    );
    expect(found).toEqual([expect.stringMatching(/^出账时间：存储为 \S+，重新计算为 \S+$/)]);
  });
});

describe('R10.3 R11.7 bills:verify compares the versions of rules with what was saved', () => {
  const rule = () => `rule_id in (select rule_id from bill_rule where ${ofBill()})`;
  const version = (change: string) => `update fee_rule_version set ${change} where ${rule()}`;
  const saved = () => `event = 'ops.feeRule.save' and object in (select rule_id from bill_rule where ${ofBill()})`;
  it.each([
    [
      'a cap that no line reached',
      'line_cap_fen = 9900000',
      'line_cap_fen = null',
      '每笔最高：存储为 9900000，审计记录为 没有',
    ],
    [
      'a minimum of the bill',
      'bill_minimum_fen = 1',
      'bill_minimum_fen = null',
      '每张账单最低：存储为 1，审计记录为 没有',
    ],
    [
      'the day from which it holds',
      "holds_from = '2025-01-01'",
      "holds_from = '2026-01-01'",
      '生效日：存储为 2025-01-01，审计记录为 2026-01-01',
    ],
    [
      'its rate',
      'rate_millionths = 13000',
      'rate_millionths = 12000',
      '计费方式：存储为 {"kind":"rate","rate":13000}，审计记录为 {"kind":"rate","rate":12000}',
    ],
  ])('R10.3 R11.7 %s that was changed by hand is named, with what was saved', async (_what, change, undo, words) => {
    const [first] = await foundWhile(version(change), version(undo));
    expect(first).toMatch(/^规则 \S+ 第 1 版的/);
    expect(first?.endsWith(words)).toBe(true);
  });

  it('R10.3 R11.7 a rule for another merchant than it was saved for is named', async () => {
    const found = await foundWhile(version(`tenant_id = '${merchant.tenantId}'`), version('tenant_id = null'));
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`第 1 版的适用商户：存储为 ${merchant.tenantId}，审计记录为 没有$`)),
    );
  });

  it('R10.3 R11.7 a version that the trail does not have, or has twice, is named: it was written past the system', async () => {
    const away = await foundWhile(
      `update audit_event set object = object || '-away' where ${saved()}`,
      `update audit_event set object = left(object, -5) where event = 'ops.feeRule.save' and object like '%-away'`,
    );
    expect(away).toEqual([expect.stringMatching(/^规则 \S+ 第 1 版：审计记录中没有$/)]);
    const twice = await foundWhile(
      `insert into audit_event (event, result, object, after, request_id) select event, result, object, after, 'second' from audit_event where ${saved()}`,
      "delete from audit_event where request_id = 'second'",
    );
    expect(twice).toEqual([expect.stringMatching(/^规则 \S+ 第 1 版：审计记录中不止一次$/)]);
  });
});

describe('R10.3 R11.7 bills:verify compares the bills of a stage with what was issued', () => {
  it('R10.3 R11.7 names the tenant of a bill that was never issued, or whose number was changed', async () => {
    expect(await issues()).toEqual([]);
    await app.rows("update bill set bill_no = 'ZD-other' where bill_no = $1", [billNo]);
    const [renumbered] = await verified('ZD-other');
    const found = await issues('ZD-other');
    await app.rows("update bill set bill_no = $1 where bill_no = 'ZD-other'", [billNo]);
    expect(renumbered?.isSealed).toBe(false);
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^账期 ${stageId} 商户 ${merchant.tenantId} .+的出账：存储为 1 张、合计 ¥.+、逐张封存 0 张，审计记录为 1 张、合计 ¥.+、逐张封存 1 张$`,
        ),
      ),
    ]);
    expect(await issues()).toEqual([]);
  });

  it('R10.3 R11.7 a bill of before is counted as one without a seal, and is reckoned again as far as it goes', async () => {
    const owner = await makeMerchant(app);
    const former = await addBill(app, owner, { productId: 'former' });
    expect(await verified(former.billNo)).toEqual([
      expect.objectContaining({ billNo: former.billNo, isSealed: false, differences: [] }),
    ]);
    expect(await issues(former.billNo)).toEqual([
      expect.stringMatching(
        new RegExp(`^账期 ${former.stageId} 商户 ${owner.tenantId} .+存储为 1 张、.+，审计记录为 0 张、`),
      ),
    ]);
    await app.rows(
      "insert into audit_event (event, result, tenant_id, object, after) values ('ops.bill.issued', 'ok', $1, $2, $3)",
      [owner.tenantId, former.stageId, JSON.stringify([{ direction: 'payable', bills: 1, amount: former.amount }])],
    );
    expect(await issues(former.billNo)).toEqual([]);
  });

  it('R10.3 the statement that is sealed is the one that its merchant reads', async () => {
    const [row] = await app.rows("select after from audit_event where event = 'job.bill.sealed' and object = $1", [
      billNo,
    ]);
    const [bill] = await verified(billNo);
    expect(row?.['after']).toMatchObject({ statementSha256: bill?.digest, stageId, payDays: expect.any(Number) });
  });
});
