import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { enterBilling } from '../billing/billing.fixture.ts';
import { addOrg, addProject, addStage } from '../line.fixture.ts';
import { enterImports, type ImportStaff } from './line-import.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
/** Those whom every row names. */
let party: string;
let stageId: string;
beforeAll(async () => {
  app = await testApp();
  desk = await enterImports(app);
  const merchant = await makeMerchant(app);
  const [orgId, projectId] = [await addOrg(app), await addProject(app, merchant)];
  const [names] = await app.rows(
    `select t.name as tenant, j.name as project, o.name as org from tenant t, project j, org o
      where t.tenant_id = $1 and j.project_id = $2 and o.org_id = $3`,
    [merchant.tenantId, projectId, orgId],
  );
  party = ['tenant', 'project', 'org'].map((name) => String(names?.[name])).join(',');
  await (await enterBilling(app)).rule({ productId: 'loan' });
  stageId = await addStage(app);
});
afterAll(() => app.close());

const head = '商户,项目,机构,产品,业务编号,业务日期,金额';
const row = (loanNo: string, amount: string, { day = '2026-10-15', more = '' } = {}): string =>
  `${party},loan,${loanNo},${day},${amount}${more}`;
const upload = async (...lines: readonly string[]): Promise<string> =>
  (await desk.upload(stageId, lines.join('\n'))).body.data.importId;
const previewOf = async (importId: string, mapping?: unknown, choices?: unknown) => {
  const { status, text, body } = await desk.preview(importId, mapping, choices);
  if (status !== 200) throw new Error(text);
  return body.data;
};
const runOf = async (importId: string, given: Readonly<Record<string, unknown>> = {}) => {
  expect(await desk.start(importId, given)).toMatchObject({ status: 200 });
  await app.app.sentJobs.drain();
  return desk.get(importId);
};
const amountsOf = async (like: string) =>
  (await app.rows('select loan_no, loan_fen from bill_line where loan_no like $1 order by loan_no', [like])).map(
    ({ loan_no, loan_fen }) => [loan_no, loan_fen],
  );
const entryOf = (mapping: readonly { field: string }[], field: string) => mapping.find((each) => each.field === field);

describe('R11.6 what a file says of its amounts', () => {
  it('R11.6 the unit of the head is counted with and noted, and stored in fen', async () => {
    const importId = await upload(head.replace('金额', '放款金额（万元）'), row('U-1', '1.5'), row('U-2', '0.000001'));
    const seen = await previewOf(importId);
    expect(entryOf(seen.mapping, 'loanAmount')).toEqual({
      field: 'loanAmount',
      column: 6,
      name: '放款金额（万元）',
      unit: 'tenThousandYuan',
    });
    expect(seen.notes).toEqual([{ kind: 'note', text: '单位：万元，已换算为元' }]);
    expect(seen.survey).toMatchObject({ rows: 2, income: 1_500_001, expense: 0, isComplete: true });
    expect(await runOf(importId)).toMatchObject({ status: 'done', rows: 2 });
    expect(await amountsOf('U-%')).toEqual([
      ['U-1', 1_500_000],
      ['U-2', 1],
    ]);
  });

  it('R11.6 a mapping that names no unit is read by that of the file, in the preview and in the import, and one that does by its own', async () => {
    const lines = ['单位：千元', head, row('V-1', '1.5')];
    const columns = (await previewOf(await upload(...lines))).mapping.map(
      ({ unit: _, ...each }: { unit?: string }) => each,
    );
    const [first, second] = [await upload(...lines), await upload(...lines, '')];
    expect((await previewOf(first, columns)).survey.income).toBe(150_000);
    await runOf(first, { mapping: columns });
    expect(await amountsOf('V-1')).toEqual([['V-1', 150_000]]);
    const inYuan = columns.map((each: { field: string }) =>
      each.field === 'loanAmount' ? { ...each, unit: 'yuan' } : each,
    );
    const seen = await previewOf(second, inYuan);
    expect(entryOf(seen.mapping, 'loanAmount')).toMatchObject({ unit: 'yuan' });
    expect(seen).toMatchObject({
      survey: { income: 150 },
      notes: [{ kind: 'question', text: '文件写明单位是“千元”，现在按“元”读取，请核对' }],
    });
  });

  it('R11.6 another currency in the head is refused with a sentence, and nothing is stored', async () => {
    const importId = await upload(head.replace('金额', '金额（美元）'), row('F-1', '5.00'));
    const seen = await previewOf(importId);
    expect(seen.fault).toEqual({ field: 'loanAmount', message: '“金额（美元）”以 USD 计，明细只能是人民币金额' });
    expect(seen).not.toHaveProperty('survey');
    expect(await runOf(importId)).toMatchObject({
      status: 'failed',
      failure: '“金额（美元）”以 USD 计，明细只能是人民币金额。',
    });
    expect(await amountsOf('F-%')).toEqual([]);
  });

  it('R11.6 a row in another currency is a bad row, by its own cell and by the column of currencies', async () => {
    const importId = await upload(
      `${head},币种`,
      row('G-1', '5.00', { more: ',CNY' }),
      row('G-2', '5.00', { more: ',USD' }),
      row('G-3', 'HK$5.00', { more: ',' }),
    );
    const seen = await previewOf(importId);
    expect(seen.survey).toMatchObject({ rows: 1, faultyRows: 2, income: 500 });
    expect(seen.rows[1].values).toContainEqual({ field: 'loanAmount', text: '5.00', fault: '不是人民币金额（USD）' });
    expect(await runOf(importId)).toMatchObject({ status: 'rejected', badRows: 2 });
    expect((await desk.report(importId)).slice(1)).toEqual([
      '3,金额,金额,USD,不是人民币金额（USD）',
      '4,金额,金额,HK$5.00,不是人民币金额（HKD）',
    ]);
  });

  it('R11.6 a number of pieces beside an amount is no second basis, and is named as not used', async () => {
    const importId = await upload(`${head},笔数`, row('H-1', '5.00', { more: ',3' }));
    const seen = await previewOf(importId);
    expect(seen).not.toHaveProperty('fault');
    expect(seen.mapping.map(({ field }: { field: string }) => field)).not.toContain('quantity');
    expect(seen.notes).toEqual([{ kind: 'note', text: '没有使用的列：“笔数”' }]);
    expect(await runOf(importId)).toMatchObject({ status: 'done', rows: 1 });
    expect(await amountsOf('H-%')).toEqual([['H-1', 500]]);
  });

  it('R11.6 of two columns of amounts, one for each side, none is taken by itself; a column of sides is asked about', async () => {
    const twoSides = head.replace('金额', '转入金额,转出金额');
    const seen = await previewOf(await upload(twoSides, row('S-1', '5.00,'), row('S-2', ',6.00')));
    expect(seen.fault).toEqual({ field: 'loanAmount', message: '请选择“金额”或“数量”所在的列' });
    expect(seen.notes).toEqual([{ kind: 'note', text: '没有使用的列：“转入金额”、“转出金额”' }]);
    const sided = await previewOf(
      await upload(`${head},标记`, row('S-1', '5.00', { more: ',借' }), row('S-2', '6.00', { more: ',贷' })),
    );
    expect(sided.notes).toEqual([
      { kind: 'question', about: 'sides', text: '“标记”像是收/支的列，明细不分收支：所有金额都按正数导入' },
    ]);
  });

  it('R11.6 what goes out by a column of sides, and what no word says the side of, are bad rows', async () => {
    const importId = await upload(
      `${head},借贷标志`,
      row('P-1', '5.00', { more: ',借' }),
      row('P-2', '6.00', { more: ',贷' }),
      row('P-3', '7.00', { more: ',采购' }),
    );
    const seen = await previewOf(importId);
    expect(seen.notes).toEqual([{ kind: 'note', text: '“借贷标志”写明不是收入的行不作明细，按读不出的行列出' }]);
    expect(seen.survey).toMatchObject({ rows: 1, income: 600, faultyRows: 2 });
    const choices = { takeIn: [], leaveOutFaulty: 2 };
    expect(await runOf(importId, { choices })).toMatchObject({ status: 'done', rows: 1 });
    expect(await amountsOf('P-%')).toEqual([['P-2', 600]]);
  });

  it.each([
    ['资金收支方向', '+', '-'],
    ['资金收支方向', '2', '1'],
  ])('R11.6 signs and numbers below a longer name of sides (%s: %s, %s) are asked about', async (name, income, out) => {
    const importId = await upload(
      `${head},${name}`,
      row('P-3', '5.00', { more: `,${income}` }),
      row('P-4', '6.00', { more: `,${out}` }),
    );
    expect((await previewOf(importId)).notes).toEqual([
      { kind: 'question', about: 'sides', text: `“${name}”像是收/支的列，明细不分收支：所有金额都按正数导入` },
    ]);
  });

  it('R11.6 a column of sides by which rows are no lines is named also beside an amount below zero', async () => {
    const importId = await upload(
      `${head},收/支`,
      row('P-5', '5.00', { more: ',支出' }),
      row('P-6', '-6.00', { more: ',收入' }),
    );
    expect((await previewOf(importId)).notes).toEqual([
      { kind: 'note', text: '“收/支”写明不是收入的行不作明细，按读不出的行列出' },
    ]);
  });

  it('R11.6 beside a column of payments another one of states is asked about', async () => {
    const importId = await upload(
      `${head},订单状态,支付状态`,
      row('V-3', '5.00', { more: ',已关闭,已支付' }),
      row('V-4', '6.00', { more: ',已完成,未支付' }),
    );
    expect((await previewOf(importId)).notes).toEqual([
      { kind: 'question', about: 'status', text: '“订单状态”里有“已关闭”，没有成功的也会导入' },
      { kind: 'note', text: '“支付状态”写明没有成功的行不作明细，按读不出的行列出' },
    ]);
  });

  it('R11.6 a column whose states say that a payment failed is asked about, and unused amounts are named first', async () => {
    const importId = await upload(
      `${head},备注,办理状态,手续费金额`,
      row('Q-1', '5.00', { more: ',x,成功,0.10' }),
      row('Q-2', '6.00', { more: ',,交易关闭,' }),
    );
    expect((await previewOf(importId)).notes).toEqual([
      { kind: 'question', about: 'status', text: '“办理状态”里有“交易关闭”，没有成功的也会导入' },
      { kind: 'note', text: '没有使用的列：“手续费金额”、“备注”' },
    ]);
  });

  it('R11.6 of a column of payments nothing is asked: what was not paid is a bad row', async () => {
    const importId = await upload(
      `${head},交易状态`,
      row('V-1', '5.00', { more: ',成功' }),
      row('V-2', '6.00', { more: ',交易关闭' }),
    );
    const seen = await previewOf(importId);
    expect(seen.notes).toEqual([{ kind: 'note', text: '“交易状态”写明没有成功的行不作明细，按读不出的行列出' }]);
    expect(seen.survey).toMatchObject({ rows: 1, faultyRows: 1, income: 500 });
  });

  it('R11.6 a sum that the file states is compared with what was read, in the preview and in the record', async () => {
    const importId = await upload(head, row('T-1', '5.00'), row('T-2', '6.00'), '合计,,,,,,11.00', '总计,,,,,,12.00');
    const sums = [
      { row: 4, column: 6, stated: 1100, read: 1100 },
      { row: 5, column: 6, stated: 1200, read: 1100 },
    ];
    expect((await previewOf(importId)).survey.sums).toEqual(sums);
    expect(await runOf(importId)).toMatchObject({ status: 'done', rows: 2, sums });
  });

  it('R11.6 amounts that come to more than sums hold are a fault of their column, which can be chosen anew, and are not stored', async () => {
    // Each within the bound of one line.
    const rows = Array.from({ length: 1001 }, (_, at) => row(`B-${at}`, '10000000000.00'));
    const importId = await upload(head, ...rows);
    const seen = await previewOf(importId);
    expect(seen.fault).toEqual({
      field: 'loanAmount',
      message: '到第 1002 行，金额的合计过大，请检查“金额”所在的列。',
    });
    expect(seen).not.toHaveProperty('survey');
    expect(await runOf(importId)).toMatchObject({ status: 'failed', failure: seen.fault.message });
    expect(await amountsOf('B-%')).toEqual([]);
  });
});

describe('R11.6 what is decided about rows', () => {
  it('R11.6 a row that was left out is listed with its amount, and counts where that is decided', async () => {
    const importId = await upload(head, row('K-1', '5.00'), row('Total', '6.00'));
    const seen = await previewOf(importId);
    expect(seen.survey.leftOut).toEqual([
      {
        row: 3,
        reason: '合计行',
        cells: [...party.split(',').slice(0, 2), 'Total', '2026-10-15'],
        amount: 600,
        canTakeIn: true,
      },
    ]);
    const choices = { takeIn: [3], leaveOutFaulty: 0 };
    const chosen = await previewOf(importId, undefined, choices);
    expect(chosen.survey).toMatchObject({ rows: 2, income: 1100, leftOutRows: 0, leftOut: [] });
    const done = await runOf(importId, { choices });
    expect(done).toMatchObject({ status: 'done', rows: 2, choices, skipped: [] });
    expect(await amountsOf('Total')).toEqual([['Total', 600]]);
    const [event] = await app.rows(
      "select after from audit_event where object = $1 and event = 'job.lineImport.imported'",
      [importId],
    );
    expect(event?.['after']).toMatchObject({ rows: 2, takenIn: [3] });
  });

  it('R11.6 exactly as many rows that cannot be read are left out as were seen, with their number and sum in record and trail', async () => {
    const importId = await upload(head, row('L-1', '5.00'), row('', '6.00'), row('L-3', 'x'), row('L-4', '-7.00'));
    const seen = await previewOf(importId);
    expect(seen.survey).toMatchObject({ rows: 1, faultyRows: 3 });
    expect(seen.survey.faulty.map(({ row: no, faults }: { row: number; faults: unknown[] }) => [no, faults])).toEqual([
      [3, [{ field: 'loanNo', text: '', reason: '缺少业务编号' }]],
      [4, [{ field: 'loanAmount', text: 'x', reason: '不是金额：应如 1,234.56，最多两位小数' }]],
      [5, [{ field: 'loanAmount', text: '-7.00', reason: '小于零：只有更正以前明细的行可以是负数' }]],
    ]);
    // One more than was seen.
    expect(await runOf(importId, { choices: { takeIn: [], leaveOutFaulty: 2 } })).toMatchObject({
      status: 'rejected',
      rows: 2,
      badRows: 1,
    });
    expect(await amountsOf('L-%')).toEqual([]);
    expect((await desk.report(importId)).slice(1)).toEqual([
      "5,金额,金额,'-7.00,小于零：只有更正以前明细的行可以是负数",
    ]);
    const choices = { takeIn: [], leaveOutFaulty: 3 };
    const chosen = await previewOf(importId, undefined, choices);
    expect(chosen.survey).toMatchObject({ rows: 1, faultyRows: 0, leftOutRows: 3 });
    const names = party.split(',');
    expect(await runOf(importId, { choices })).toMatchObject({
      status: 'done',
      rows: 1,
      badRows: 0,
      choices,
      skipped: [
        {
          reason: '读不出而跳过的行',
          rows: 3,
          amount: -100,
          listed: [
            { row: 3, cells: [...names, '2026-10-15'], amount: 600 },
            { row: 4, cells: [...names.slice(0, 2), 'L-3', '2026-10-15'] },
            { row: 5, cells: [...names.slice(0, 2), 'L-4', '2026-10-15'], amount: -700 },
          ],
        },
      ],
    });
    expect(await amountsOf('L-%')).toEqual([['L-1', 500]]);
    const [event] = await app.rows(
      "select after from audit_event where object = $1 and event = 'job.lineImport.imported'",
      [importId],
    );
    expect(event?.['after']).toMatchObject({ rows: 1, leftOutFaulty: { rows: 3, amountFen: -100 } });
    const [started] = await app.rows(
      "select after from audit_event where object = $1 and event = 'ops.lineImport.start' order by at desc limit 1",
      [importId],
    );
    expect(started?.['after']).toMatchObject({ choices });
  });

  it('R11.6 a row below zero is a bad row whatever its first cell is, never a comment', async () => {
    const numberFirst = '业务编号,商户,项目,机构,产品,业务日期,金额';
    const importId = await upload(
      numberFirst,
      `#1001,${party},loan,2026-10-15,5.00`,
      `#1002,${party},loan,2026-10-15,-5.00`,
    );
    const { survey } = await previewOf(importId);
    expect(survey).toMatchObject({ rows: 1, leftOutRows: 0, faulty: [{ row: 3 }] });
    expect(await runOf(importId)).toMatchObject({ status: 'rejected', badRows: 1 });
  });

  it('R11.6 a file whose heads say nothing has examples to choose its columns by, whatever its first cell is', async () => {
    const importId = await upload('甲,乙,丙', '#1001,2026-10-15,5.00', '#1002,2026-10-16,6.00');
    const { columns } = await previewOf(importId);
    expect(columns.map(({ samples }: { samples: string[] }) => samples[0])).toEqual(['#1001', '2026-10-15', '5.00']);
  });

  it('R11.6 lines of days outside of the stage, and numbers that stand on two days, are named by their rows', async () => {
    const [stage] = await app.rows('select opens_on::text, issues_on::text from stage where stage_id = $1', [stageId]);
    const [from, until] = [String(stage?.['opens_on']), String(stage?.['issues_on'])];
    const importId = await upload(
      head,
      row('D-1', '5.00', { day: from }),
      row('D-2', '5.00', { day: until }),
      row('D-3', '5.00', { day: '2020-01-01' }),
      row('D-1', '5.00', { day: from }),
      row('D-1', '5.00', { day: until }),
    );
    expect((await previewOf(importId)).doubts).toEqual({
      outside: { rows: 3, first: [3, 4, 6] },
      repeated: { rows: 1, first: [6] },
    });
  });

  it('R11.6 names of people are masked in every cell of a row that does not count, and in what is noted of it', async () => {
    const importId = await upload(
      `${head},借款人`,
      row('N-1', '5.00', { more: ',李四光' }),
      row('N-2', 'x', { more: ',王小二' }),
      row('N-3', '6.00', { more: `,赵六${'六'.repeat(50)}` }),
      '合计,,,,,,11.00,经办人周七',
    );
    const seen = JSON.stringify(await previewOf(importId));
    const record = JSON.stringify(await runOf(importId, { choices: { takeIn: [], leaveOutFaulty: 2 } }));
    for (const name of ['李四', '王小', '赵六', '人周七']) {
      expect(seen, name).not.toContain(name);
      expect(record, name).not.toContain(name);
    }
    expect(seen).toContain('赵****');
  });
});

describe('R11.6 doubts of a file that are accepted', () => {
  const days = { day: '2026-09-30' };
  const doubtful = () => upload(head, row('AD-1', '5.00'), row('AD-2', '6.00', days), row('AD-1', '7.00', days));

  it('R11.6 what was accepted, and by whom, is kept with the import and in the trail', async () => {
    const importId = await doubtful();
    const { doubts } = await previewOf(importId);
    expect([doubts.outside.rows, doubts.repeated.rows]).toEqual([2, 1]);
    const accepted = { outside: 2, repeated: 1 };
    const state = await runOf(importId, { accepted });
    expect(state).toMatchObject({ status: 'done', accepted: { ...accepted, by: expect.stringMatching(/./) } });
    const kept = await app.rows('select event, after from audit_event where object = $1 order by at', [importId]);
    expect(kept.filter(({ after }) => JSON.stringify(after).includes('"accepted"'))).toMatchObject([
      { event: 'ops.lineImport.start', after: { accepted } },
      { event: 'job.lineImport.imported', after: { accepted } },
    ]);
  });

  it('R11.6 others than the file has are refused and named, and nothing is started', async () => {
    const importId = await upload(head, row('AE-1', '5.00'), row('AE-2', '6.00', days));
    const { status, body } = await desk.start(importId, { accepted: { outside: 2, repeated: 0 } });
    expect(status).toBe(422);
    expect(body.data.fields).toEqual([
      { path: 'accepted.outside', message: '文件有 1 行日期不在账期内，与确认的 2 行不同，请重新核对' },
    ]);
    expect(await desk.get(importId)).toMatchObject({ status: 'uploaded' });
    // By the same choices by which the file is read.
    const choices = { takeIn: [], leaveOutFaulty: 0 };
    expect(await desk.start(importId, { choices, accepted: { outside: 1, repeated: 0 } })).toMatchObject({
      status: 200,
    });
    await app.app.sentJobs.drain();
  });

  it('R11.6 a program that names none is answered as before, and nothing is kept', async () => {
    const state = await runOf(await upload(head, row('AF-1', '5.00', days)));
    expect(state).toMatchObject({ status: 'done', rows: 1 });
    expect(state).not.toHaveProperty('accepted');
  });
});
