import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type WorkbookFacts, xlsxRows } from '#kernel/files/reading/xlsx-rows';

interface SampleSheet {
  readonly name: string;
  readonly rows: string;
  readonly state?: string;
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of some sheets; its parts stand where its relationships say, under names of their own. */
const bookOf = (sheets: readonly SampleSheet[], more = ''): Buffer => {
  const parts = {
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relations}/officeDocument" Target="/book/main.xml"/></Relationships>`,
    'book/main.xml': `<workbook xmlns:d="${relations}"><sheets>${sheets
      .map(({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" d:id="s${at}"/>`)
      .join('')}</sheets>${more}</workbook>`,
    'book/_rels/main.xml.rels': `<Relationships>${sheets
      .map((_, at) => `<Relationship Id="s${at}" Type="${relations}/worksheet" Target="part${at}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [`book/part${at}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`]),
    ),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([key, text]) => [key, Buffer.from(text)]))));
};

const text = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
const row = (...cells: readonly string[]): string => `<row>${cells.join('')}</row>`;
const value = (raw: string): string => `<c><v>${raw}</v></c>`;
const table =
  row(text('日期'), text('金额')) + row(text('2026-10-05'), value('5')) + row(text('2026-10-06'), value('7'));
const cover =
  row(text('说明'), text('单位：元')) + row(text('制表日期'), text('2026-11-01')) + row(text('1'), text('序号'));

const readBack = async (bytes: Buffer, place?: number) => {
  const rows: (readonly string[])[] = [];
  let facts: WorkbookFacts = { formulaCells: 0, hiddenRows: 0 };
  for await (const piece of xlsxRows(bytes, place)) {
    rows.push(...piece.rows.map(({ cells }) => cells));
    facts = { ...facts, ...piece.facts };
  }
  return { rows, facts };
};

describe('R13.1 sheets of workbooks', () => {
  it('R13.1 a cover is passed over, and the other sheets are named', async () => {
    const book = bookOf([
      { name: '封面', rows: cover },
      { name: '旧', rows: table, state: 'veryHidden' },
      { name: '明细', rows: table },
      { name: '空', rows: '' },
    ]);
    const { rows, facts } = await readBack(book);
    expect(rows).toEqual([
      ['日期', '金额'],
      ['2026-10-05', '5'],
      ['2026-10-06', '7'],
    ]);
    expect(facts).toEqual({
      formulaCells: 0,
      hiddenRows: 0,
      sheet: { name: '明细', at: 2 },
      alsoRead: [],
      otherSheets: [
        { name: '封面', at: 0, hasRows: true, isHidden: false },
        { name: '旧', at: 1, hasRows: true, isHidden: true },
        { name: '空', at: 3, hasRows: false, isHidden: false },
      ],
    });
  });

  it('R13.1 sheets with the same head are read after one another, their rows numbered on; a copy and a hidden one are not', async () => {
    const further = row(text('日期'), text('金额')) + row(text('2026-11-05'), value('9'));
    const book = bookOf([
      { name: '十月', rows: table },
      { name: '十月 (2)', rows: table },
      { name: '十一月', rows: further },
      { name: '旧', rows: further, state: 'hidden' },
      { name: '别的', rows: row(text('日期'), text('数量')) + row(text('2026-11-05'), value('1')) },
    ]);
    const { rows, facts } = await readBack(book);
    expect(rows.map(([first]) => first)).toEqual(['日期', '2026-10-05', '2026-10-06', '日期', '2026-11-05']);
    expect(facts.alsoRead).toEqual([{ name: '十一月', at: 2 }]);
    expect(facts.otherSheets?.map(({ name }) => name)).toEqual(['十月 (2)', '旧', '别的']);
    const numbers: number[] = [];
    for await (const piece of xlsxRows(book)) numbers.push(...piece.rows.map(({ no }) => no));
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect((await readBack(book, 0)).rows).toHaveLength(3);
  });

  it('R13.1 a sheet is read by its place, and one that is not there is a fault', async () => {
    const book = bookOf([
      { name: '上旬', rows: table },
      { name: '下旬', rows: row(text('日期'), text('金额')) + row(text('2026-10-31'), value('9')) },
    ]);
    expect((await readBack(book)).facts.sheet).toEqual({ name: '上旬', at: 0 });
    expect((await readBack(book, 1)).rows.at(-1)).toEqual(['2026-10-31', '9']);
    await expect(readBack(book, 2)).rejects.toThrow('没有这张工作表');
    await expect(readBack(book, -1)).rejects.toThrow('没有这张工作表');
  });

  it('R13.1 where no sheet has a table the first with rows is read', async () => {
    const { rows, facts } = await readBack(
      bookOf([
        { name: '空', rows: '' },
        { name: '封面', rows: cover },
      ]),
    );
    expect(rows[0]).toEqual(['说明', '单位：元']);
    expect(facts.sheet).toEqual({ name: '封面', at: 1 });
  });

  it('R13.1 formulas are read by the values beside them, and counted', async () => {
    const formula = (rest: string, type = '') => `<c${type}><f>A1*2</f>${rest}</c>`;
    const cells = [
      formula('<v>100.10000000000001</v>'),
      formula('<v>货款</v>', ' t="str"'),
      formula('<v></v>', ' t="str"'),
      formula('<v>#N/A</v>', ' t="e"'),
      formula('<v>1</v>', ' t="b"'),
      '<c><f t="shared" si="0"/><v>0</v></c>',
    ];
    const { rows, facts } = await readBack(bookOf([{ name: '表', rows: row(...cells) }]));
    expect(rows).toEqual([['100.1', '货款', '', '#N/A', 'TRUE', '0']]);
    expect(facts.formulaCells).toBe(6);
  });

  it('R13.1 a formula that nobody calculated is no value', async () => {
    const uncalculated = row(
      '<c><f>A1</f></c>',
      '<c><f>A1</f><v></v></c>',
      '<c><f>A1</f><v/></c>',
      '<c><f>A1</f><v>0</v></c>',
    );
    const asked = await readBack(bookOf([{ name: '表', rows: uncalculated }], '<calcPr fullCalcOnLoad="1"/>'));
    expect(asked.rows).toEqual([['=公式', '=公式', '=公式', '=公式']]);
    expect(asked.facts.formulaCells).toBe(0);
    const stored = await readBack(bookOf([{ name: '表', rows: uncalculated }]));
    expect(stored.rows).toEqual([['=公式', '=公式', '=公式', '0']]);
  });

  it('R13.1 hidden rows are read, and counted where they have cells', async () => {
    const rows = `${row(text('日期'), text('金额'))}<row hidden="1">${text('2026-10-05')}${value('5')}</row><row hidden="true">${text('a')}</row><row hidden="0">${text('b')}</row><row hidden="1"/>`;
    const { rows: read, facts } = await readBack(bookOf([{ name: '表', rows }]));
    // The last row has no cells and no end.
    expect(read).toHaveLength(4);
    expect(facts.hiddenRows).toBe(2);
  });

  it('security 4.8 only the beginning of another sheet is looked at', async () => {
    const numbers = Array.from({ length: 60_000 }, (_, at) =>
      row(value(String(Math.imul(at, 2_654_435_761) >>> 0))),
    ).join('');
    const bytes = bookOf([
      { name: '长', rows: numbers },
      { name: '明细', rows: table },
    ]);
    const head = bytes.indexOf('book/part0.xml');
    const end = bytes.indexOf('book/part1.xml');
    // To inflate its end is a fault.
    bytes.fill(0xff, head + Math.floor((end - head) * 0.9), end - 100);
    await expect(readBack(bytes, 0)).rejects.toThrow();
    expect((await readBack(bytes, 1)).rows).toHaveLength(3);
  });
});
