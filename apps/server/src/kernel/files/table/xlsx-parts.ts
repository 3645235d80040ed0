/** The fixed parts of a workbook (ECMA-376), as small as spreadsheet programs accept them. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const typed = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The places of cell formats in the style sheet. */
export const styles = {
  plain: 0,
  text: 1,
  money: 2,
  count: 3,
  head: 4,
  total: 5,
  totalMoney: 6,
  apostrophe: 7,
  day: 8,
} as const;

/** What a workbook does not hold: control characters but tab and line breaks, and halves of characters. */
const unwritable = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const kept = '\t\n\r';
const special = /[\p{Cc}\p{Cs}&<>"\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/u;

/** The most characters that a cell holds. */
const cellReach = 32_767;

/** A text in a workbook. `_x0041_` would be read as a character, and what XML cannot hold is left out. */
export const xmlText = (given: string): string => {
  const text = given.length > cellReach ? given.slice(0, cellReach) : given;
  if (!special.test(text)) return text;
  return text
    .replaceAll(unwritable, (character) => (kept.includes(character) ? character : ''))
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
};

/** The letters of a column, from 0. */
export const lettersOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${lettersOf(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`;

/** What stands before the rows of a sheet: the first row stays in sight, and the columns have their widths. */
export const sheetHead = (widths: readonly number[]): string =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;

/** What stands after the rows of a sheet; the heads of a part of its cells, `A1:C9`, can be filtered by. */
export const sheetFoot = (filtered?: string): string =>
  `</sheetData>${filtered === undefined ? '' : `<autoFilter ref="${filtered}"/>`}</worksheet>`;

const font = (bold: boolean) => `<font>${bold ? '<b/>' : ''}<sz val="11"/><name val="等线"/></font>`;
const format = (font_: number, number: number, more = '') =>
  `<xf numFmtId="${number}" fontId="${font_}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`;
/** Built-in numbers of formats: text, `#,##0.00` and `#,##0`; and one of our own, a day as it is written in China wherever the program runs. */
const [asText, asMoney, asCount, asDay] = [49, 4, 3, 164];

export const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="${asDay}" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2">${font(false)}${font(true)}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">${[
  format(0, 0),
  format(0, asText),
  format(0, asMoney),
  format(0, asCount),
  format(1, asText),
  format(1, asText),
  format(1, asMoney),
  format(0, asText, ' quotePrefix="1"'),
  format(0, asDay),
].join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The workbook with its sheets, in the order in which they are shown. */
export const workbookOf = (names: readonly string[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
    .map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

export const workbookRelations = (sheets: number): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${Array.from(
    { length: sheets },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  ).join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;

export const packageRelations = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const contentTypes = (sheets: number): string =>
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typed}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${typed}.styles+xml"/>${Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${typed}.worksheet+xml"/>`,
  ).join('')}</Types>`;
