import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { SharedStrings } from '#kernel/files/reading/shared-strings';
import { xlsxRows } from '#kernel/files/reading/xlsx-rows';

const bytesOf = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]))));

const book = (sheet: string, more: Readonly<Record<string, string>> = {}, pr = ''): Buffer =>
  bytesOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="x">${pr}<sheets><sheet name="藏" sheetId="1" state="hidden" r:id="r1"/><sheet name="表" sheetId="2" r:id="r2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/worksheet" Target="/xl/worksheets/sheet9.xml"/><Relationship Id="r3" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="x/styles" Target="styles.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet9.xml': sheet,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="&quot;d&quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    ...more,
  });

const rowsOf = async (bytes: Buffer) => {
  const rows = [];
  for await (const piece of xlsxRows(bytes)) rows.push(...piece.rows);
  return rows;
};

describe('R13.1 rows of workbooks', () => {
  it('R13.1 the first sheet that is shown is read: texts of every kind, numbers, days and gaps', async () => {
    const sheet = `<?xml version="1.0"?><worksheet><dimension ref="A1"/><sheetData>
      <row r="2" spans="1:4"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><r><t>行</t></r><r><t xml:space="preserve"> 内</t></r></is></c></row>
      <row r="3"/>
      <row r="5"><c r="A5" s="1"><v>46328</v></c><c r="B5" s="2"><v>46328.5</v></c><c r="C5" s="3"><v>1.1000000000000001</v></c><c r="D5"><v>0.30000000000000004</v></c><c r="E5"><v>1E+15</v></c><c r="F5" t="b"><v>1</v></c><c r="G5" t="str"><f>A1</f><v>9</v></c></row>
      <row><c><v>1</v></c><c t="d"><v>2026-11-02T00:00:00</v></c></row></sheetData></worksheet>`;
    const shared =
      '<sst count="2"><si><t>a&amp;b &#20013;&#x4e2d;_x000D_</t></si><si><r><t>富</t></r><rPh><t>fu</t></rPh><r><t>文本</t></r></si></sst>';
    expect(await rowsOf(book(sheet, { 'xl/sharedStrings.xml': shared }))).toEqual([
      { no: 2, cells: ['a&b 中中\r', '富文本', '', '行 内'] },
      { no: 3, cells: [] },
      { no: 5, cells: ['2026-11-02', '2026-11-02', '1.1', '0.3', '1000000000000000', 'TRUE', '9'] },
      { no: 6, cells: ['1', '2026-11-02T00:00:00'] },
    ]);
  });

  it('R13.1 names with a prefix and the calendar of 1904 are read too', async () => {
    const sheet =
      "<x:worksheet xmlns:x='y'><x:sheetData><x:row r='1'><x:c r='A1' s='1'><x:v>44866</x:v></x:c><x:c r='B1' t='inlineStr'><x:is><x:t>文</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>";
    expect(await rowsOf(book(sheet, {}, '<workbookPr date1904="1"/>'))).toEqual([
      { no: 1, cells: ['2026-11-02', '文'] },
    ]);
  });

  it('R13.1 a number has what its format shows of another currency or a unit beside it, and no more', async () => {
    const codes = [
      ['[$$-409]#,##0.00', '100 USD'],
      ['_-[$€-2]* #,##0.00_-', '100 EUR'],
      ['"HK$"#,##0.00;[Red]-"HK$"#,##0.00', '100 HKD'],
      ['0.00"万元"', '100万元'],
      ['0.00\\千', '100千'],
      // The digits are shown in ten thousands already.
      ['0!.0,"万"', '100'],
      ['[$¥-804]#,##0.00', '100'],
      ['"¥"#,##0.00"元"', '100'],
      ['[$-804]0.00', '100'],
    ] as const;
    const escaped = codes.map(([code]) => code.replaceAll('"', '&quot;'));
    const formats = escaped.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('');
    const uses = codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('');
    const cells = codes.map((_, at) => `<c s="${at}"><v>100</v></c>`).join('');
    const sheet = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
    const styles = `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${uses}</cellXfs></styleSheet>`;
    expect(await rowsOf(book(sheet, { 'xl/styles.xml': styles }))).toEqual([
      { no: 1, cells: codes.map(([, text]) => text) },
    ]);
  });

  it('security 4.8 a column beyond all bounds, a text that is not there and another encoding are refused', async () => {
    const rowOf = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
    await expect(rowsOf(book(rowOf('<c r="XFD1"><v>1</v></c>')))).rejects.toThrow('列数超过 500');
    await expect(rowsOf(book(rowOf('<c r="A1" t="s"><v>9</v></c>')))).rejects.toThrow('文件已损坏');
    const long = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(9_000_000)}`;
    await expect(rowsOf(book(long))).rejects.toThrow('过长');
  });

  it('security 4.8 texts that cells share are kept as bytes, each by its number', () => {
    const texts = new SharedStrings();
    for (let at = 0; at < 200_000; at += 1) texts.add(`文本 ${at} 🙂`);
    expect(texts.count).toBe(200_000);
    expect([0, 65_535, 65_536, 199_999].map((at) => texts.at(at))).toEqual([
      '文本 0 🙂',
      '文本 65535 🙂',
      '文本 65536 🙂',
      '文本 199999 🙂',
    ]);
    expect([200_000, -1, Number.NaN].map((at) => texts.at(at))).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [
      'tags without an end',
      { 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf '.repeat(4_000_000)}</cellXfs></styleSheet>` },
    ],
    ['lists without an end', { 'xl/styles.xml': '<cellXfs '.repeat(1_800_000) }],
    ['lists that are not closed', { 'xl/styles.xml': '<cellXfs>'.repeat(1_800_000) }],
    ['brackets in a format', { 'xl/styles.xml': `<numFmt numFmtId="164" formatCode="${'['.repeat(16_000_000)}"/>` }],
    ['relationships without an end', { 'xl/_rels/workbook.xml.rels': '<Relationship '.repeat(1_100_000) }],
    [
      'phonetic guides that are not closed',
      { 'xl/sharedStrings.xml': `<sst><si><t>a</t>${'<rPh '.repeat(1_400_000)}</si></sst>` },
    ],
    ['texts without an end', { 'xl/sharedStrings.xml': `<sst><si><t>a</t>${'<t '.repeat(2_000_000)}</si></sst>` }],
  ] as const)('security 4.8 %s, of 16 MB, are read in a time that grows with their length', async (_, parts) => {
    const sheet =
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>文</t></is></c></row></sheetData></worksheet>';
    const bytes = book(sheet, parts);
    const began = process.cpuUsage();
    await Promise.allSettled([rowsOf(bytes)]);
    // Some two seconds of processor; with the square of the length it would be days.
    expect(process.cpuUsage(began).user / 1_000_000).toBeLessThan(20);
  });

  it.each([['<c r="A1"><v>1</v></c><c r="B1"'], ['<c r="A1"><v>1</v></c><c r="A1"><v>1</v>']])(
    'security 4.8 a cell that has no end is refused: %s',
    async (cells) => {
      const sheet = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
      await expect(rowsOf(book(sheet))).rejects.toThrow('单元格不完整');
    },
  );
});
