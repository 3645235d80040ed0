import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addLine, addOrg, addProject, addStage } from '../line.fixture.ts';
import { enterImports, fileHead, fileRow, type ImportStaff } from './line-import.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
let billing: BillingStaff;
let owner: Merchant;
let party: { readonly tenant: string; readonly project: string; readonly org: string };
let [projectId, orgId, former] = ['', '', ''];

const partyOf = async (merchant: Merchant, project: string, org: string) => {
  const [names] = await app.rows(
    `select t.name as tenant, j.name as project, o.name as org from tenant t, project j, org o
      where t.tenant_id = $1 and j.project_id = $2 and o.org_id = $3`,
    [merchant.tenantId, project, org],
  );
  return { tenant: String(names?.['tenant']), project: String(names?.['project']), org: String(names?.['org']) };
};
const issue = (stageId: string) =>
  app.rows("update stage set status = 'issued', issued_at = app_now() where stage_id = $1", [stageId]);

beforeAll(async () => {
  app = await testApp();
  desk = await enterImports(app);
  owner = await makeMerchant(app);
  [orgId, projectId] = [await addOrg(app), await addProject(app, owner)];
  party = await partyOf(owner, projectId, orgId);
  former = await addStage(app);
  billing = await enterBilling(app);
  await billing.rule({ productId: 'loan' });
  charged = await addBill(app, owner, { stageId: former, orgId, projectId: await addProject(app, owner) });
});
afterAll(() => app.close());

let charged: AddedBill;
/** Charges a line as one more of an issued bill. */
const charge = (lineId: string) =>
  app.rows(
    `insert into line_fee (tenant_id, stage_id, line_id, bill_id, place, before, rule_id, rule_version, fee_fen)
      select l.tenant_id, l.stage_id, l.line_id, $2, 1000, 0, f.rule_id, f.rule_version, 1
        from bill_line l, line_fee f where l.line_id = $1 and f.line_id = $3`,
    [lineId, charged.billId, charged.lineIds[0]],
  );
/** A line of the issued stage before, of 50,000 yuan where nothing else is chosen; without a fee where it was left out. */
const leftOutBefore = async (given: Parameters<typeof addLine>[2] = {}): Promise<string> => {
  await app.rows("update stage set status = 'open', issued_at = null where stage_id = $1", [former]);
  const lineId = await addLine(app, owner, { stage_id: former, org_id: orgId, project_id: projectId, ...given });
  await issue(former);
  return lineId;
};
/** One that was charged. */
const lineBefore: typeof leftOutBefore = async (given) => {
  const lineId = await leftOutBefore(given);
  await charge(lineId);
  return lineId;
};
let files = 0;
const fileOf = (rows: readonly string[]): string => [fileHead, ...rows, `# ${(files += 1)}`].join('\n');
const row = (loanNo: string, corrects: string, amount: string, of: Readonly<Record<string, string>> = {}): string =>
  fileRow({ ...party, loanNo, corrects, amount, ...of });
const linesOf = (stageId: string) =>
  app.rows('select corrects_line_id, loan_fen from bill_line where stage_id = $1 order by loan_no', [stageId]);
/** Imports a file into a new stage; returns its state, the reasons of its report, and what is stored. */
const imported = async (rows: readonly string[], stageId?: string) => {
  const stage = stageId ?? (await addStage(app));
  const found = await desk.run(stage, fileOf(rows));
  const report = found.hasReport === true ? (await desk.report(found.importId)).slice(1) : [];
  return { status: found.status, report, lines: await linesOf(stage) };
};

describe('R11.6 lines that correct others', () => {
  it('R11.6 take away from lines of an issued stage, or add, up to their basis', async () => {
    const [less, gone, more] = [await lineBefore(), await lineBefore(), await lineBefore()];
    const rows = [row('C-1', less, '(500.00)'), row('C-2', gone, '-50000'), row('C-3', more, '50000')];
    const { status, lines } = await imported(rows);
    expect(status).toBe('done');
    expect(lines).toEqual([
      { corrects_line_id: less, loan_fen: -50_000 },
      { corrects_line_id: gone, loan_fen: -5_000_000 },
      { corrects_line_id: more, loan_fen: 5_000_000 },
    ]);
  });

  it('R11.6 a line of another product, organisation, project or unit is named in the report, and nothing is stored', async () => {
    const [product, org, project, counted] = [
      await lineBefore({ product_id: 'card' }),
      await lineBefore({ org_id: await addOrg(app) }),
      await lineBefore({ project_id: await addProject(app, owner) }),
      await lineBefore({ loan_fen: null, quantity: 3, unit: '次' }),
    ];
    const wrong = [product, org, project, counted];
    const right = await lineBefore();
    const { status, report, lines } = await imported([
      row('C-0', right, '-1'),
      ...wrong.map((lineId, at) => row(`C-${at + 1}`, lineId, '-1')),
    ]);
    expect([status, lines]).toEqual(['rejected', []]);
    expect(report).toEqual([
      `3,更正的明细,更正的明细,${product},与原明细不是同一产品`,
      `4,更正的明细,更正的明细,${org},与原明细不是同一机构`,
      `5,更正的明细,更正的明细,${project},与原明细不是同一项目`,
      `6,更正的明细,更正的明细,${counted},与原明细的单位不同：原明细以“次”计`,
    ]);
  });

  it('R11.6 a line of another tenant is none of this one’s', async () => {
    const other = await makeMerchant(app);
    const foreign = await addLine(app, other, { stage_id: await addStage(app), org_id: orgId });
    await app.rows(
      "update stage set status = 'issued', issued_at = app_now() where stage_id = (select stage_id from bill_line where line_id = $1)",
      [foreign],
    );
    const { report } = await imported([row('C-1', foreign, '-1')]);
    expect(report).toEqual([`2,更正的明细,更正的明细,${foreign},这个商户没有这条明细`]);
  });

  it('R11.6 a line of a stage that is not issued, of the same or of a later one is refused', async () => {
    const lines = { org_id: orgId, project_id: projectId };
    const [open, later, same] = [await addStage(app), await addStage(app), await addStage(app)];
    const unissued = await addLine(app, owner, { ...lines, stage_id: open });
    const own = await addLine(app, owner, { ...lines, stage_id: same });
    const after = await addLine(app, owner, { ...lines, stage_id: later });
    await app.rows(
      "update stage set opens_on = '2026-11-01', issues_on = '2026-12-02', status = 'issued', issued_at = app_now() where stage_id = $1",
      [later],
    );
    const { report } = await imported(
      [row('C-1', unissued, '-1'), row('C-2', own, '-1'), row('C-3', after, '-1')],
      same,
    );
    const [openName, sameName, laterName] = await Promise.all(
      [open, same, later].map(async (stageId) => {
        const [stage] = await app.rows('select name from stage where stage_id = $1', [stageId]);
        return String(stage?.['name']);
      }),
    );
    expect(report.map((line) => line.split(',').at(-1))).toEqual([
      `原明细在账期“${openName}”，该账期还没有出账；只能更正已出账账期的明细`,
      `原明细在账期“${sameName}”，该账期还没有出账；只能更正已出账账期的明细`,
      `原明细在账期“${laterName}”，晚于本账期；只能更正以前账期的明细`,
    ]);
  });

  it('R11.6 what corrects a line is not corrected itself: the report names the first line', async () => {
    const [root, stageId] = [await lineBefore(), await addStage(app)];
    expect(await imported([row('C-1', root, '-100')], stageId)).toMatchObject({ status: 'done' });
    const [stored] = await app.rows('select line_id from bill_line where corrects_line_id = $1', [root]);
    await charge(String(stored?.['line_id']));
    await issue(stageId);
    const { report } = await imported([row('C-2', String(stored?.['line_id']), '100')]);
    expect(report[0]).toContain(`这条明细自己就是更正，请改填它所更正的原明细：${root}`);
  });

  it('R11.6 all corrections of a line together come to no more than its basis, in a file and over stages', async () => {
    const lineId = await lineBefore();
    const within = await imported([row('C-1', lineId, '-30000'), row('C-2', lineId, '-30000.00')]);
    expect([within.status, within.lines]).toEqual(['rejected', []]);
    expect(within.report).toEqual([
      `3,更正的明细,更正的明细,${lineId},"更正合计超过原明细：原明细为 50,000.00 元，已有更正 0.00 元，连同本文件为 -60,000.00 元"`,
    ]);
    expect(await imported([row('C-1', lineId, '-30000'), row('C-2', lineId, '-20000.00')])).toMatchObject({
      status: 'done',
    });
    const over = await imported([row('C-3', lineId, '-0.01')]);
    expect([over.status, over.lines]).toEqual(['rejected', []]);
    expect(over.report[0]).toContain('已有更正 -50,000.00 元，连同本文件为 -50,000.01 元');
    // What was taken away too much is given back.
    expect(await imported([row('C-4', lineId, '100')])).toMatchObject({ status: 'done' });
  });

  it('R11.6 a line that no issued bill has charged is not corrected', async () => {
    const [leftOut, part, other] = [await leftOutBefore(), await addStage(app), await addProject(app, owner)];
    const drafted = await addLine(app, owner, { stage_id: part, org_id: orgId, project_id: projectId });
    await addLine(app, owner, { stage_id: part, org_id: orgId, project_id: other });
    await billing.generate(part);
    await billing.issue(part, { projectId: other });
    const { status, report, lines } = await imported([row('C-1', leftOut, '-1'), row('C-2', drafted, '-1')]);
    expect([status, lines]).toEqual(['rejected', []]);
    expect(report).toEqual(
      [leftOut, drafted].map(
        (lineId, at) => `${at + 2},更正的明细,更正的明细,${lineId},原明细没有收过费：它没有计入已出账的账单，不能更正`,
      ),
    );
  });

  it('R11.6 a correction that its stage left out is given once by a later one, and never by its own any more', async () => {
    const lineId = await lineBefore();
    const [november, december, other] = [await addStage(app), await addStage(app), await addProject(app, owner)];
    expect(await imported([row('C-1', lineId, '-50000')], november)).toMatchObject({ status: 'done' });
    await addLine(app, owner, { stage_id: november, org_id: orgId, project_id: other });
    // The correction alone would make a bill below 0.
    await billing.generate(november);
    await billing.issue(november);
    expect((await billing.generation(november)).leftOut).toMatchObject([{ reason: 'negative', lines: 1 }]);

    expect(await imported([row('C-2', lineId, '-50000')], december)).toMatchObject({ status: 'done' });
    await addLine(app, owner, { stage_id: december, org_id: orgId, project_id: projectId, loan_fen: 9_000_000 });
    await billing.generate(december);
    await billing.issue(december);
    expect(await app.rows('select amount_fen from bill where stage_id = $1', [december])).toEqual([
      { amount_fen: 48_000 },
    ]);

    await billing.generate(november);
    expect((await billing.generation(november)).leftOut).toMatchObject([{ reason: 'overCorrected', lines: 1 }]);
    const { report } = await imported([row('C-3', lineId, '-1')]);
    expect(report[0]).toContain('已有更正 -50,000.00 元');
  });

  it('R4.12 two imports at once, into two stages, never take more from a line than it has', async () => {
    const lineId = await lineBefore();
    const stages = [await addStage(app), await addStage(app)];
    for (const stageId of stages) {
      const { importId } = (await desk.upload(stageId, fileOf([row('C-1', lineId, '-30000')]))).body.data;
      expect((await desk.start(importId)).status).toBe(200);
    }
    await app.app.sentJobs.drain();
    const stored = (await Promise.all(stages.map(linesOf))).flat();
    expect(stored).toEqual([{ corrects_line_id: lineId, loan_fen: -3_000_000 }]);
  });
});
