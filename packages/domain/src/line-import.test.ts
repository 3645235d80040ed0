import { describe, expect, it } from 'vitest';
import { type ColumnMapping, lineFields, lineOfRow, mappingFault } from './line-import.ts';

const columns: ColumnMapping = Object.fromEntries(lineFields.map((field, column) => [field, { column }]));
const right: Readonly<Record<(typeof lineFields)[number], string>> = {
  tenant: '商户一',
  project: '项目一',
  product: 'loan',
  org: '机构一',
  loanNo: 'L-1',
  occurredOn: '2026/10/5',
  loanAmount: '1,234.50',
  quantity: '',
  unit: '',
  rate: '1.2%',
  borrower: '张三丰',
  correctsLineId: '',
};
const rowOf = (changed: Partial<typeof right> = {}): string[] => Object.values({ ...right, ...changed });
const faultsOf = (changed: Partial<typeof right>) => {
  const read = lineOfRow(rowOf(changed), columns);
  return read.kind === 'row' ? [] : read.faults.map(({ field, reason }) => `${field}: ${reason}`);
};

describe('R11.6 a row of a file', () => {
  it('R11.6 is a line with exact numbers and a masked name', () => {
    expect(lineOfRow(rowOf(), columns)).toEqual({
      kind: 'row',
      written: [123_450, 0],
      row: {
        tenant: '商户一',
        project: '项目一',
        product: 'loan',
        org: '机构一',
        loanNo: 'L-1',
        occurredOn: '2026-10-05',
        loanFen: 123_450,
        quantity: null,
        unit: '元',
        rateMillionths: 12_000,
        borrowerMasked: '张**',
        correctsLineId: null,
      },
    });
  });

  it('R11.6 may name its party and the line that it corrects by an id that begins with a sign', () => {
    const id = '-kN2xY0aQmS4r_T6uV8wZg';
    expect(lineOfRow(rowOf({ tenant: id, correctsLineId: id }), columns)).toMatchObject({
      kind: 'row',
      row: { tenant: id, correctsLineId: id },
    });
  });

  it('R11.6 may count instead of stating an amount, and take what is the same in every row from the mapping', () => {
    const { product: _, ...rest } = columns;
    const read = lineOfRow(rowOf({ loanAmount: '', quantity: '1,200', unit: '次', rate: '2.20', borrower: '李*' }), {
      ...rest,
      product: { value: 'card' },
    });
    expect(read).toMatchObject({
      kind: 'row',
      row: { product: 'card', loanFen: null, quantity: 1200, unit: '次', borrowerMasked: '李*' },
    });
  });

  it.each<[Partial<typeof right>, string]>([
    [{ tenant: '' }, 'tenant: 缺少商户'],
    [{ project: ' ' }, 'project: 缺少项目'],
    [{ product: '\t' }, 'product: 缺少产品'],
    [{ org: '' }, 'org: 缺少机构'],
    [{ loanNo: '' }, 'loanNo: 缺少业务编号'],
    [{ loanNo: 'x'.repeat(65) }, 'loanNo: 超过 64 个字'],
    [{ loanNo: 'a\u0007b' }, 'loanNo: 含有不能显示的字符'],
    [{ loanNo: 'a\ud800b' }, 'loanNo: 含有不能显示的字符'],
    [{ loanNo: '=HYPERLINK("x")' }, 'loanNo: 是公式，请改为数值或文字'],
    [{ occurredOn: '' }, 'occurredOn: 缺少业务日期'],
    [{ occurredOn: '2026-02-30' }, 'occurredOn: 不是日期：应如 2026-11-20'],
    [{ loanAmount: '1.234' }, 'loanAmount: 不是金额：应如 1,234.56，最多两位小数'],
    [{ loanAmount: '' }, 'loanAmount: 缺少金额或数量'],
    [{ loanAmount: '-5' }, 'loanAmount: 小于零：只有更正以前明细的行可以是负数'],
    [{ quantity: '3' }, 'quantity: 金额与数量只能填一个'],
    [{ loanAmount: '', quantity: '1.5', unit: '次' }, 'quantity: 不是整数'],
    [{ loanAmount: '', quantity: '-1', unit: '次', rate: '' }, 'quantity: 小于零：只有更正以前明细的行可以是负数'],
    [{ loanAmount: '', quantity: '3' }, 'unit: 缺少单位'],
    [{ unit: '次' }, 'unit: 有金额的明细以“元”为单位'],
    [{ rate: '1.2' }, 'rate: 不是费率：应如 1.2% 或 0.012'],
    [{ correctsLineId: '第一行' }, 'correctsLineId: 不是明细号'],
  ])('R11.6 %j is refused with its reason', (changed, fault) => expect(faultsOf(changed)).toEqual([fault]));

  it('R11.6 names everything that is wrong at once', () => {
    expect(faultsOf({ tenant: '', occurredOn: 'x', loanAmount: 'y', rate: 'z' })).toHaveLength(4);
  });

  it('R11.6 may be below zero where it corrects a former line', () => {
    expect(lineOfRow(rowOf({ loanAmount: '(5.00)', correctsLineId: 'line-1' }), columns)).toMatchObject({
      kind: 'row',
      row: { loanFen: -500, correctsLineId: 'line-1' },
    });
  });
});

describe('R11.6 a mapping', () => {
  it('R11.6 needs what a line cannot do without, each column once, and no text where rows differ', () => {
    expect(mappingFault(columns)).toBeNull();
    const without = (...fields: (typeof lineFields)[number][]): ColumnMapping =>
      Object.fromEntries(Object.entries(columns).filter(([field]) => !fields.some((each) => each === field)));
    for (const field of ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn'] as const) {
      expect(mappingFault(without(field))).toMatchObject({ field });
    }
    expect(mappingFault(without('loanAmount', 'quantity'))).toMatchObject({ field: 'loanAmount' });
    expect(mappingFault(without('unit'))).toMatchObject({ field: 'unit' });
    expect(mappingFault(without('quantity', 'unit', 'rate', 'borrower', 'correctsLineId'))).toBeNull();
    expect(mappingFault({ ...columns, org: { column: 0 } })).toMatchObject({ field: 'org' });
    expect(mappingFault({ ...columns, loanNo: { value: 'x' } })).toMatchObject({ field: 'loanNo' });
  });
});
