import { ledgerHeads } from '@ronghui/domain/recon';
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
  for await (const piece of xlsxRows(bytes, { place, heads: ledgerHeads })) {
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
    expect(facts.alsoRead).toEqual([{ name: '十一月', at: 2, repeated: 0 }]);
    expect(facts.sheetRows).toEqual([2, 1]);
    expect(facts.otherSheets?.map(({ name }) => name)).toEqual(['十月 (2)', '旧', '别的']);
    const numbers: number[] = [];
    for await (const piece of xlsxRows(book)) numbers.push(...piece.rows.map(({ no }) => no));
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect((await readBack(book, 0)).rows).toHaveLength(3);
  });

  it.each([
    ['单位：元', '单位：万元', 'terms'],
    ['', '单位：千元', 'terms'],
    ['单位：元', '单位：十万元', 'terms'],
    ['币种：人民币', '币种：美元', 'terms'],
    ['币种：人民币', '币种：XAU', 'terms'],
    ['单位：元', '', undefined],
    ['币种：人民币', '币种：CNY', undefined],
    ['编制单位：甲公司', '编制单位：乙公司', undefined],
  ])(
    'R13.1 a sheet above whose head another unit or currency stands is not read on: %j, %j',
    async (first, second, why) => {
      const sheet = (above: string, day: string) =>
        (above === '' ? '' : row(text(above))) + row(text('日期'), text('金额')) + row(text(day), value('1.5'));
      const { rows, facts } = await readBack(
        bookOf([
          { name: '十月', rows: sheet(first, '2026-10-05') },
          { name: '十一月', rows: sheet(second, '2026-11-05') },
        ]),
      );
      expect(rows.some(([day]) => day === '2026-11-05')).toBe(why === undefined);
      if (why === undefined) expect(facts).toMatchObject({ alsoRead: [{ name: '十一月' }], otherSheets: [] });
      else expect(facts).toMatchObject({ alsoRead: [], otherSheets: [{ name: '十一月', hasRows: true, why }] });
    },
  );

  it('R13.1 the currency in the name of a sheet counts too', async () => {
    const further = row(text('日期'), text('金额')) + row(text('2026-11-05'), value('9'));
    const { facts } = await readBack(
      bookOf([
        { name: '人民币户', rows: table },
        { name: '美元户', rows: further },
      ]),
    );
    expect(facts.otherSheets).toEqual([{ name: '美元户', at: 1, hasRows: true, isHidden: false, why: 'terms' }]);
  });

  it('R13.1 sheets are alike by the head of their tables, not by the first row with two cells', async () => {
    const sheet = (head: readonly string[], cells: readonly string[]) =>
      row(text('公司：甲'), text('账号：001')) + row(...head.map(text)) + row(...cells.map(text));
    const first = sheet(['日期', '单号', '金额'], ['2026-10-05', 'A1', '100']);
    const other = sheet(['日期', '单号', '税额', '金额'], ['2026-10-06', 'A2', '6', '100']);
    const further = sheet(['日期', '单号', '金额'], ['2026-11-05', 'A3', '7']);
    const book = bookOf([
      { name: '一', rows: first },
      { name: '二', rows: other },
      { name: '三', rows: row(text('2026年11月')) + row() + further },
    ]);
    const { rows, facts } = await readBack(book);
    expect(rows.flat()).not.toContain('税额');
    expect(facts).toMatchObject({ alsoRead: [{ name: '三' }], otherSheets: [{ name: '二', hasRows: true }] });
    const above: (readonly string[])[] = [];
    for await (const piece of xlsxRows(book, { heads: ledgerHeads })) {
      if (piece.above === undefined) continue;
      above.push(...piece.above.map(({ cells }) => cells));
      expect(piece.rows.map(({ no, cells }) => [no, cells[0]])).toEqual([
        [7, '日期'],
        [8, '2026-11-05'],
      ]);
    }
    expect(above).toEqual([['2026年11月'], [], ['公司：甲', '账号：001']]);
  });

  const shop = (name: string, from: number, count: number) => ({
    name,
    rows:
      row(text('序号'), text('单号'), text('日期'), text('金额')) +
      Array.from({ length: count }, (_, at) =>
        row(value(String(at + 1)), text(`D${from + at}`), text('2026-10-05'), value(String(from + at))),
      ).join(''),
  });

  it('R13.1 a sheet whose rows stand on one that is read is not read on, wherever it stands and however it is numbered', async () => {
    const [all, first, second] = [shop('总表', 0, 300), shop('甲店', 0, 150), shop('乙店', 150, 150)];
    const namesOf = async (...sheets: readonly SampleSheet[]) => {
      const { rows, facts } = await readBack(bookOf(sheets));
      const numbers = rows.map(([, number = '']) => number).filter((number) => number.startsWith('D'));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toHaveLength(300);
      return facts.otherSheets?.map(({ name, why }) => `${name} ${why}`);
    };
    expect(await namesOf(all, first, second)).toEqual(['甲店 repeats', '乙店 repeats']);
    expect(await namesOf(first, second, all)).toEqual(['总表 repeats']);
    expect(await namesOf(first, all, second)).toEqual(['总表 repeats']);
  });

  it('R13.1 a sheet with some rows of one before it is read, and they are counted', async () => {
    const { facts } = await readBack(bookOf([shop('十月', 0, 20), shop('十一月', 18, 20)]));
    expect(facts).toMatchObject({ alsoRead: [{ name: '十一月', repeated: 2 }], sheetRows: [20, 20] });
  });

  it('R13.1 of daily sheets all are read; of more than can be named none is passed over without a word', async () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        name: `第${at}日`,
        rows: row(text('日期'), text('金额')) + row(text('2026-10-05'), value(String(at))),
      }));
    const { rows, facts } = await readBack(bookOf(days(130)));
    expect(rows.filter(([day]) => day === '2026-10-05')).toHaveLength(130);
    expect(facts.alsoRead).toHaveLength(129);
    await expect(readBack(bookOf(days(256)))).rejects.toThrow('工作簿有 256 张工作表，最多读取 255 张');
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
