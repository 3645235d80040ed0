import { TableFault } from './table-fault.ts';
import { attribute, insideOf, tagsOf } from './xml-text.ts';
import { inflatePart, readZipParts, type ZipPart } from './zip-parts.ts';

const mostParts = 2000;
/** Of a part that is read whole: the book, its relationships, its styles. @unit bytes */
const mostText = 16 * 1024 * 1024;

/** What its sheet needs of a workbook. */
export interface Workbook {
  readonly sheet: ZipPart;
  readonly sheetName: string;
  readonly sharedStrings: ZipPart | undefined;
  /** Which formats of cells are days, by their number. */
  readonly isDay: readonly boolean[];
  readonly is1904: boolean;
}

/** A part read whole; empty where there is none. */
const textOfPart = async (part: ZipPart | undefined): Promise<string> => {
  if (part === undefined) return '';
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of inflatePart(part)) {
    size += piece.length;
    if (size > mostText) throw new TableFault('工作簿的目录过大，请另存为 CSV 再上传。');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

/** The formats of days that need no definition (ECMA-376, part 1, 18.8.30). */
const isKnownDay = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Programs write no longer ones. */
const longestCode = 1000;

/** Whether a format shows a day: what stands in quotes, brackets, or after a backslash is no code. */
const showsDay = (code: string): boolean =>
  code.length <= longestCode && /[ymd年月日]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

const dayFormats = (styles: string): boolean[] => {
  const codes = new Map(
    tagsOf(styles, 'numFmt').map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '']),
  );
  const cellXfs = insideOf(styles, 'cellXfs');
  return tagsOf(cellXfs, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    const code = codes.get(id);
    return code === undefined ? isKnownDay(id) : showsDay(code);
  });
};

/** Finds the first sheet that is shown. The workbook was checked when it was stored. */
export const openWorkbook = async (bytes: Buffer): Promise<Workbook> => {
  const parts = new Map(readZipParts(bytes, mostParts).map((part) => [part.name.toLowerCase(), part]));
  const partOf = (path: string | undefined) => (path === undefined ? undefined : parts.get(path.toLowerCase()));
  const book = await textOfPart(parts.get('xl/workbook.xml'));
  const targets = new Map(
    tagsOf(await textOfPart(parts.get('xl/_rels/workbook.xml.rels')), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      { type: attribute(tag, 'Type') ?? '', path: pathOf(attribute(tag, 'Target') ?? '') },
    ]),
  );
  const sheets = tagsOf(book, 'sheet');
  const shown = sheets.find((tag) => (attribute(tag, 'state') ?? 'visible') === 'visible') ?? sheets[0] ?? '';
  const sheet = partOf(targets.get(attribute(shown, 'r:id'))?.path) ?? parts.get('xl/worksheets/sheet1.xml');
  if (sheet === undefined) throw new TableFault('工作簿里没有工作表。');
  const byType = (type: string) => partOf([...targets.values()].find((each) => each.type.endsWith(`/${type}`))?.path);
  return {
    sheet,
    sheetName: attribute(shown, 'name') ?? '',
    sharedStrings: byType('sharedStrings') ?? parts.get('xl/sharedstrings.xml'),
    isDay: dayFormats(await textOfPart(byType('styles') ?? parts.get('xl/styles.xml'))),
    is1904: tagsOf(book, 'workbookPr').some((tag) => ['1', 'true'].includes(attribute(tag, 'date1904') ?? '')),
  };
};
