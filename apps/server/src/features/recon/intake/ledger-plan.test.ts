import { describe, expect, it } from 'vitest';
import { ledgerPlanOf } from './ledger-plan.ts';
import { ledgerPreviewOf } from './ledger-preview.ts';
import type { WireMapping } from './mapping-of.ts';

const choices = { takeIn: new Set<number>(), leaveOutFaulty: 0 };
const row = ['A1', '2026-10-05', '1.5'];

/** A file whose source was saved with its first three columns. */
const seenOf = (
  head: readonly string[],
  { above = [], cells = row }: { above?: string[][]; cells?: string[] } = {},
) => ({
  preamble: above.map((line, at) => ({ no: at + 1, cells: line })),
  head: { no: above.length + 1, cells: head },
  rows: [{ no: above.length + 2, cells }],
});

const savedFor = (head: readonly string[], unit: WireMapping['unit'] = 'yuan'): WireMapping => ({
  columns: (['reference', 'occurredOn', 'amount'] as const).map((field, column) => ({
    field,
    column,
    name: head[column] ?? '',
  })),
  sign: 'asIs',
  dayOrder: 'ymd',
  unit,
});

const planOf = (seen: ReturnType<typeof seenOf>, unit?: WireMapping['unit']) => {
  const sources = [{ name: '总账', mapping: savedFor(seen.head.cells, unit) }];
  return ledgerPlanOf({ given: undefined, sources, choices, maxRows: 100 }, seen);
};
const notesOf = (seen: ReturnType<typeof seenOf>, unit?: WireMapping['unit']) =>
  ledgerPreviewOf('账.csv', { seen, plan: planOf(seen, unit) }).notes?.filter(({ text }) => text.includes('单位'));

describe('R13.1 a file of a source that was saved', () => {
  const plain = ['单号', '日期', '金额'];

  it('R13.1 the unit that the file names goes before the one that was saved', () => {
    expect(planOf(seenOf(['单号', '日期', '金额（万元）'])).mapping.unit).toBe('tenThousandYuan');
    expect(planOf(seenOf(plain, { above: [['单位：万元']] })).mapping.unit).toBe('tenThousandYuan');
    expect(planOf(seenOf(plain, { above: [['单位：元']] }), 'tenThousandYuan').mapping.unit).toBe('yuan');
  });

  it('R13.1 a unit that only an earlier file named is asked about', () => {
    expect(notesOf(seenOf(plain), 'tenThousandYuan')).toEqual([
      { kind: 'question', text: '文件没有写明单位，金额按“万元”换算为元，请核对' },
    ]);
    expect(notesOf(seenOf(['单号', '日期', '金额（万元）']))).toEqual([
      { kind: 'note', text: '单位：万元，已换算为元' },
    ]);
  });

  it('R13.1 columns that nobody knew when it was saved count: currencies, states, and refunds of a platform', () => {
    const seen = seenOf([...plain, '币种', '交易状态'], { cells: [...row, 'USD', '交易关闭'] });
    expect(planOf(seen).mapping.columns).toEqual({ reference: 0, occurredOn: 1, amount: 2, currency: 3, status: 4 });
    // A shop's own column of refunds may be in its amounts already.
    expect(planOf(seenOf([...plain, '退款金额'], { cells: [...row, '1.00'] })).mapping.columns).toEqual({
      reference: 0,
      occurredOn: 1,
      amount: 2,
    });
  });

  it('R13.1 what a person gives is taken, and what the file says otherwise is asked', () => {
    const seen = seenOf(['单号', '日期', '金额（万元）']);
    const given = {
      columns: { reference: 0, occurredOn: 1, amount: 2 },
      sign: 'asIs',
      dayOrder: 'ymd',
      unit: 'yuan',
    } as const;
    const plan = ledgerPlanOf({ given, sources: [], choices, maxRows: 100 }, seen);
    expect(plan.mapping).toEqual(given);
    expect(ledgerPreviewOf('账.csv', { seen, plan }).notes).toContainEqual({
      kind: 'question',
      text: '文件写明单位是“万元”，现在按“元”读取，请核对',
    });
  });
});

describe('R13.1 what a workbook says beside its rows', () => {
  const given = { given: undefined, sources: [], choices, maxRows: 100 };
  const head = ['单号', '日期', '金额'];
  const questionsOf = (seen: ReturnType<typeof seenOf> & { readonly sheet: string }) =>
    ledgerPreviewOf('账.xlsx', { seen, plan: ledgerPlanOf(given, seen) })
      .notes?.filter(({ kind }) => kind === 'question')
      .map(({ text }) => text);

  it.each(['美元', 'USD', '美元账户明细', '明细（美元）', 'USD 2026-10'])(
    'R13.1 a sheet called “%s” is in that currency',
    (sheet) =>
      expect(ledgerPlanOf(given, { ...seenOf(head), sheet }).fault?.message).toBe(
        '表头之前或工作表名写明币种为 USD，只能核对人民币金额',
      ),
  );

  it('R13.1 a currency in a longer name of a sheet is asked about, and a column of currencies knows better', () => {
    const named = { ...seenOf(head), sheet: '新元科技' };
    expect(ledgerPlanOf(given, named).fault).toBeNull();
    expect(questionsOf(named)).toEqual(['工作表名“新元科技”里有 SGD，金额按人民币读取，请核对']);
    const own = { ...seenOf([...head, '币种'], { cells: [...row, '人民币'] }), sheet: '美元' };
    expect(ledgerPlanOf(given, own).fault).toBeNull();
    expect(questionsOf(own)).toEqual([]);
  });

  it('R13.1 the unit in the name of a sheet is that of its amounts', () =>
    expect(ledgerPlanOf(given, { ...seenOf(head), sheet: '明细（万元）' }).mapping.unit).toBe('tenThousandYuan'));

  it('R13.1 days without a format are counted as the workbook counts', () => {
    const seen = { ...seenOf(head, { cells: ['A1', '44838', '5'] }), is1904: true };
    const plan = ledgerPlanOf(given, seen);
    const preview = ledgerPreviewOf('账.xlsx', { seen, plan });
    expect(preview.rows[0]?.values).toContainEqual({ field: 'occurredOn', text: '2026-10-05' });
    expect(preview.notes).toContainEqual({ kind: 'note', text: '日期是表格软件的序列号，已换算（从 1904 年起算）' });
  });

  it('R13.1 of two amounts under one upper name the one that is not chosen is asked about', () => {
    const cells = ['单号', '日期', '金额·本金', '金额·利息'];
    const parts = [
      ['单号', '日期', '金额', ''],
      ['', '', '本金', '利息'],
    ];
    const groups = ['', '', '金额', '金额'];
    const plain = seenOf(cells, { cells: [...row, '0.2'] });
    const seen = { ...plain, head: { ...plain.head, parts, groups }, sheet: '明细' };
    expect(questionsOf(seen)).toEqual(['“金额·利息”与所选的金额在同一个表头之下，没有计入，请核对']);
  });
});
