import { describe, expect, it } from 'vitest';
import { exportFileName, exportFormats, exportKindNames, exportKinds, lineListName, lineWords } from './export.ts';

describe('the name of an exported file', () => {
  it('R10.5 names the list, the minute of the request in Shanghai and the format', () => {
    expect(exportFileName('orders', 'xlsx', new Date('2026-11-22T16:05:59.999Z'))).toBe('订单-20261123-0005.xlsx');
    expect(exportFileName('loanConsult', 'csv', new Date('2026-01-01T00:00:00.000Z'))).toBe(
      '业务明细-20260101-0800.csv',
    );
  });

  it('R10.5 is different for every list and format, and safe as a name', () => {
    const at = new Date('2026-11-23T03:05:00Z');
    const names = exportKinds.flatMap((kind) => exportFormats.map((format) => exportFileName(kind, format, at)));
    expect(new Set(names).size).toBe(exportKinds.length * exportFormats.length);
    expect(new Set(Object.values(exportKindNames)).size).toBe(exportKinds.length);
    for (const name of names) expect(name).toMatch(/^[\u4e00-\u9fff]+-\d{8}-\d{4}\.(xlsx|csv)$/);
  });
});

it('R10.5 lines are called by what they are: loans, or business of any kind; the reference has one name', () => {
  expect(lineWords(true)).toEqual({ reference: '业务编号', person: '借款人', basis: '借款金额' });
  expect(lineWords(false)).toEqual({ reference: '业务编号', person: '客户', basis: '计费金额' });
  expect([lineListName(true), lineListName(false)]).toEqual(['贷款咨询明细', '业务明细']);
});
