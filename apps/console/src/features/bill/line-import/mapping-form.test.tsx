import { describe, expect, it } from 'vitest';
import { type Answers, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import { leftOutText } from './import-rows.tsx';
import type { LineImport, Preview } from './line-import-queries.ts';

const item: LineImport = {
  importId: 'i1',
  stageId: 's1',
  stageName: '2026-12',
  name: '明细.csv',
  kind: 'csv',
  size: 2048,
  sha256: 'a'.repeat(64),
  status: 'uploaded',
  progress: { done: 0, total: 0, text: '' },
  isEnding: false,
  failure: '',
  hasReport: false,
  uploadedBy: '李娜',
  createdAt: '2026-11-23T01:00:00.000Z',
  version: 1,
};
const mapping: Preview['mapping'] = [
  { field: 'loanNo', column: 0, name: '编号' },
  { field: 'loanAmount', column: 1, name: '金额（万元）', unit: 'tenThousandYuan' },
];
const survey: NonNullable<Preview['survey']> = {
  rows: 1234,
  income: 2_000_000 as never,
  expense: 5000 as never,
  isComplete: true,
  faultyRows: 0,
  faulty: [],
  leftOutRows: 1,
  leftOut: [{ row: 9, reason: '合计行', cells: ['合计', '3.00'], amount: 3_000_000 as never, canTakeIn: true }],
  sums: [{ row: 9, column: 1, stated: 3_000_000 as never, read: 1_995_000 as never }],
};
const preview: Preview = {
  headRow: 1,
  columns: [
    { column: 0, name: '编号', samples: ['L-1'] },
    { column: 1, name: '金额（万元）', samples: ['1.5'] },
    { column: 2, name: '备注', samples: ['x'] },
  ],
  mapping,
  rows: [{ row: 2, values: [{ field: 'loanNo', text: 'L-1' }] }],
  skipped: [{ row: 9, reason: '合计行' }],
  survey,
  notes: [
    { kind: 'note', text: '单位：万元，已换算为元' },
    { kind: 'note', text: '没有使用的列：“备注”' },
  ],
};
const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const show = (answers: Answers, given: Partial<LineImport> = {}) =>
  showPage(<ImportDrawer importId="i1" onClose={() => undefined} />, {
    at: '/lines?open=i1',
    state: { auth },
    answers: {
      'ops.lineImport.get': () => ({ ...item, ...given }),
      'ops.lineImport.preview': () => preview,
      'ops.lineImport.start': () => ({ ...item, status: 'queued' }),
      ...answers,
    },
  });
const drawer = async () => within(await screen.findByRole('dialog', { name: '明细导入' }));
const plain = (element: Element | null): string => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const startOf = (box: Awaited<ReturnType<typeof drawer>>) =>
  box.getByRole<HTMLButtonElement>('button', { name: '开始导入' });

describe('R11.6 what a file says before it is imported', () => {
  it('R11.6 its unit, the columns that are not used, the control total with what is below zero, and its own sum', async () => {
    show({});
    const box = await drawer();
    expect(await box.findByLabelText('金额的单位')).toHaveProperty('value', 'tenThousandYuan');
    expect(
      within(box.getByRole('list', { name: '读取说明' }))
        .getAllByRole('listitem')
        .map(plain),
    ).toEqual(['单位：万元，已换算为元', '没有使用的列：“备注”']);
    const part = within(box.getByRole('region', { name: '将导入的行' }));
    expect(plain(part.getByRole('status'))).toBe('将读入 1,234 行，合计 ¥19,950.00，其中负数 -¥50.00');
    expect(plain(part.getByRole('list', { name: '文件写明的合计' }))).toBe(
      '文件第 9 行写明 ¥30,000.00，读入 ¥19,950.00，相差 ¥10,050.00',
    );
  });

  it('R11.6 another unit is previewed, and imported as the server reads the columns', async () => {
    const { keyboard, of } = show({
      'ops.lineImport.preview': ({ mapping: given }) => ({ ...preview, mapping: given ?? mapping }),
    });
    const box = await drawer();
    await keyboard.selectOptions(await box.findByLabelText('金额的单位'), '单位：元');
    const inYuan = { field: 'loanAmount', column: 1, name: '金额（万元）', unit: 'yuan' };
    await expect
      .poll(() => of('ops.lineImport.preview').at(-1)?.input['mapping'])
      .toEqual([{ field: 'loanNo', column: 0, name: '编号' }, inYuan]);
    await expect.poll(() => startOf(box).disabled).toBe(false);
    await keyboard.click(startOf(box));
    await expect
      .poll(() => of('ops.lineImport.start')[0]?.input)
      .toMatchObject({ mapping: [{ field: 'loanNo' }, inYuan], choices: { takeIn: [], leaveOutFaulty: 0 } });
  });

  it('R11.6 a column that is chosen by hand is sent without a unit, so that the file says it', async () => {
    const { keyboard, of } = show({});
    const box = await drawer();
    await keyboard.selectOptions(await box.findByLabelText(/^金额/, { selector: 'select:not(#amount-unit)' }), '备注');
    await expect
      .poll(() => of('ops.lineImport.preview').at(-1)?.input['mapping'])
      .toEqual([
        { field: 'loanNo', column: 0, name: '编号' },
        { field: 'loanAmount', column: 2, name: '备注' },
      ]);
  });

  it('R11.6 a row that was left out comes in and goes again, and the import is started by what was decided', async () => {
    const { keyboard, of } = show({
      'ops.lineImport.preview': ({ choices }) =>
        choices?.takeIn.includes(9) === true
          ? { ...preview, survey: { ...survey, rows: 1235, leftOutRows: 0, leftOut: [] } }
          : preview,
    });
    const box = await drawer();
    await keyboard.click(await box.findByText(/未读入 1/));
    await keyboard.click(box.getByRole('button', { name: '计入第 9 行' }));
    expect(await box.findByText(/1,235/)).toBeTruthy();
    await keyboard.click(startOf(box));
    await expect
      .poll(() => of('ops.lineImport.start')[0]?.input['choices'])
      .toEqual({ takeIn: [9], leaveOutFaulty: 0 });
  });

  it('R11.6 rows that cannot be read are shown with their reasons and left out as many as were seen; other columns ask again', async () => {
    const faults = [{ field: 'loanAmount' as const, text: 'x', reason: '不是金额' }];
    const faulty = { ...survey, faultyRows: 2, faulty: [{ row: 5, cells: ['L-5', 'x'], faults }] };
    const { keyboard, of } = show({
      'ops.lineImport.preview': ({ choices }) =>
        choices?.leaveOutFaulty === 2 ? preview : { ...preview, survey: faulty },
    });
    const box = await drawer();
    const group = within(await box.findByRole('group', { name: '读不出的行' }));
    expect(plain(group.getByRole('listitem'))).toBe('第 5 行L-5x金额“x”：不是金额');
    expect(box.getByText(/不会导入任何一行，会得到全部错误行的报告/)).toBeTruthy();
    await keyboard.click(group.getByRole('button', { name: /跳过这 2/ }));
    await expect
      .poll(() => of('ops.lineImport.preview').at(-1)?.input['choices'])
      .toEqual({ takeIn: [], leaveOutFaulty: 2 });
    await expect.poll(() => startOf(box).disabled).toBe(false);
    await keyboard.selectOptions(box.getByLabelText('金额的单位'), '单位：元');
    await expect.poll(() => of('ops.lineImport.preview').at(-1)?.input).not.toHaveProperty('choices');
    expect(await box.findByRole('button', { name: /跳过这 2/ })).toBeTruthy();
  });

  it('R11.6 each doubt waits for a decision, which does not hold for other rows', async () => {
    const doubts = { outside: { rows: 12, first: [3, 8] }, repeated: { rows: 1, first: [5] } };
    let outside = doubts.outside;
    const sides = { kind: 'question' as const, about: 'sides' as const, text: '“收/支”：所有金额都按正数导入' };
    const { keyboard } = show({
      'ops.lineImport.preview': () => ({
        ...preview,
        notes: [sides, ...(preview.notes ?? [])],
        doubts: { ...doubts, outside },
      }),
    });
    const box = await drawer();
    const group = within(await box.findByRole('group', { name: '导入前请核对' }));
    const boxes = group.getAllByRole('checkbox');
    expect(boxes.map((each) => plain(each.closest('label')))).toEqual([
      '“收/支”：所有金额都按正数导入，仍然导入',
      '12 行日期不在账期内（第 3、8 行等），仍然导入',
      '1 行的业务编号前面出现过，日期不同（第 5 行），仍然导入',
    ]);
    expect(startOf(box).disabled).toBe(true);
    for (const each of boxes) {
      expect(startOf(box).disabled).toBe(true);
      await keyboard.click(each);
    }
    expect(startOf(box).disabled).toBe(false);
    outside = { rows: 13, first: [3, 8] };
    await keyboard.selectOptions(box.getByLabelText('金额的单位'), '单位：元');
    expect(await group.findByText(/13/)).toBeTruthy();
    await expect.poll(() => startOf(box).disabled).toBe(true);
  });

  it('R11.6 the doubts that are decided are sent with their numbers of rows', async () => {
    const doubts = { outside: { rows: 12, first: [3, 8] }, repeated: { rows: 0, first: [] } };
    const { keyboard, of } = show({ 'ops.lineImport.preview': () => ({ ...preview, doubts }) });
    const box = await drawer();
    await keyboard.click(await box.findByRole('checkbox', { name: /不在账期内/ }));
    await keyboard.click(startOf(box));
    await expect.poll(() => of('ops.lineImport.start')[0]?.input['accepted']).toEqual({ outside: 12, repeated: 0 });
  });

  it('R11.6 while the file is read again by another choice nothing is started', async () => {
    let answer = (): void => undefined;
    let asked = 0;
    const { keyboard } = show({
      'ops.lineImport.preview': () => {
        asked += 1;
        if (asked === 1) return preview;
        return new Promise((resolve) => {
          answer = () => resolve(preview);
        });
      },
    });
    const box = await drawer();
    await keyboard.selectOptions(await box.findByLabelText('金额的单位'), '单位：元');
    expect(startOf(box).disabled).toBe(true);
    await expect.poll(() => asked).toBe(2);
    expect(startOf(box).disabled).toBe(true);
    answer();
    await expect.poll(() => startOf(box).disabled).toBe(false);
  });

  it('R11.6 another sheet of a workbook is read from its beginning', async () => {
    const sheets = [
      { at: 0, name: '封面', isRead: false, hasRows: true, isHidden: false },
      { at: 1, name: '十月', isRead: true, hasRows: true, isHidden: false },
    ];
    const { keyboard, of } = show({ 'ops.lineImport.preview': () => ({ ...preview, sheets }) });
    const box = await drawer();
    await keyboard.selectOptions(await box.findByLabelText('工作表'), '0');
    await expect
      .poll(() => of('ops.lineImport.preview').at(-1)?.input)
      .toEqual({ importId: 'i1', choices: { takeIn: [], leaveOutFaulty: 0, sheet: 0 } });
  });
});

describe('R11.6 what an import has left out', () => {
  const skipped: NonNullable<LineImport['skipped']> = [
    { reason: '空行', rows: 4, listed: [] },
    { reason: '合计行', rows: 1, listed: [{ row: 9, cells: ['合计', '3.00'], amount: 300 as never }] },
    { reason: '读不出而跳过的行', rows: 2, amount: -700 as never, listed: [{ row: 5, cells: ['L-5', 'x'] }] },
  ];
  const sums: NonNullable<LineImport['sums']> = [{ row: 9, column: 1, stated: 300 as never, read: 300 as never }];

  it('R11.6 stands in its record with amounts, and that its sums agree', async () => {
    show({}, { status: 'done', rows: 10, skipped, sums, mapping, choices: { takeIn: [7], leaveOutFaulty: 2 } });
    const box = await drawer();
    expect(await box.findByText(/读不出而跳过的行 2 行（金额合计 -¥7.00）/)).toBeTruthy();
    expect(box.getByText('第 7 行')).toBeTruthy();
    expect(box.getByText(/金额：第 2 列（万元）/)).toBeTruthy();
    const part = within(box.getByRole('region', { name: '未读入的行与合计' }));
    expect(plain(part.getByRole('list', { name: '文件写明的合计' }))).toBe('与文件合计行一致（第 9 行）');
    expect(plain(part.getByText(/未读入/))).toBe('未读入 3 行：合计行 1、读不出而跳过的行 2');
    expect(part.getByRole('list', { name: '未读入的行', hidden: true }).children).toHaveLength(2);
  });

  it('R11.6 stands in the list', () => {
    expect(leftOutText({ skipped, sums })).toBe('3 行，合计一致');
    expect(leftOutText({ sums: [{ row: 9, column: 1, stated: 300 as never, read: 200 as never }] })).toBe('合计不一致');
    expect(leftOutText({})).toBe('');
  });
});
