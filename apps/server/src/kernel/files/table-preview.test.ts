import { describe, expect, it } from 'vitest';
import { surveyNotes, workbookNotes } from '#kernel/files/table-preview';

const sheet = (name: string, at: number) => ({ name, at });
const other = (name: string, at: number, why?: 'terms' | 'repeats') => ({
  ...sheet(name, at),
  hasRows: true,
  isHidden: false,
  ...(why !== undefined && { why }),
});
const cells = { formulaCells: 0, hiddenRows: 0 };

describe('R13.1 what the notes say before a file counts', () => {
  it('R13.1 sheets that are read are named with their rows, and those that are not with the reason', () => {
    const notes = workbookNotes({
      ...cells,
      sheet: sheet('十月', 0),
      alsoRead: [
        { ...sheet('十一月', 1), repeated: 2 },
        { ...sheet('十二月', 2), repeated: 0 },
      ],
      otherSheets: [other('美元户', 3, 'terms'), other('总表', 4, 'repeats'), other('说明', 5)],
      sheetRows: [1234, 30],
    });
    expect(notes).toEqual([
      {
        kind: 'note',
        text: '表头相同的 3 张工作表一并读取：“十月” 1,234 行、“十一月” 30 行、“十二月”，行号接在前一张之后',
      },
      { kind: 'question', text: '工作表“十一月”有 2 行与前面工作表的行相同，都已计入，请核对是否重复' },
      {
        kind: 'question',
        text: '只读取工作表“十月”等 3 张，另有 3 张工作表有内容：“美元户”单位或币种不同，“总表”与已读的行重复',
      },
    ]);
  });

  it('R13.1 however many sheets there are, and whatever they are called, what the note says of them fits', () => {
    const name = '名'.repeat(31);
    const many = Array.from({ length: 250 }, (_, at) => at + 1);
    const read = workbookNotes({
      ...cells,
      sheet: sheet(name, 0),
      alsoRead: many.map((at) => ({ ...sheet(name, at), repeated: at })),
      otherSheets: [...many.map((at) => other(name, at, 'terms')), ...many.map((at) => other(name, at, 'repeats'))],
      sheetRows: [1_000_000, ...many],
    });
    expect(read.length).toBeLessThan(8);
    expect(read.map(({ text }) => text.length).filter((length) => length > 200)).toEqual([]);
    expect(read[0]?.text).toContain('等 251 张，行号接在前一张之后');
  });

  it('R13.1 entries that give back, and rows without a number below a summary, are asked about', () => {
    const nothing = { rows: 1, faultyRows: 0, faulty: [], leftOutRows: 0, leftOut: [], sums: [], isComplete: true };
    const none = { rows: 0, first: null };
    expect(surveyNotes(undefined)).toEqual([]);
    expect(surveyNotes({ ...nothing, leftOutReasons: [], givenBack: none })).toEqual([]);
    const leftOutReasons = [{ reason: 'afterSums', rows: 2, amount: 500 }];
    expect(surveyNotes({ ...nothing, leftOutReasons, givenBack: { rows: 3, first: 7 } })).toEqual([
      { kind: 'question', text: '支出里有 3 行带负号（如第 7 行），按冲回支出计入，请核对' },
      { kind: 'question', text: '汇总之后有 2 行有日期和金额、没有编号，没有计入，请核对' },
    ]);
  });
});
