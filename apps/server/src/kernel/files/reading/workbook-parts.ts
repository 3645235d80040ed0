import { foreignCurrency } from '@ronghui/domain/table';
import { relationsOf, targetPart } from './package/part-names.ts';
import { inflatePart, readZipParts, type ZipPart } from './package/zip-parts.ts';
import { TableFault } from './table-fault.ts';
import { attribute, insideOf, tagsOf } from './xml-text.ts';

const mostParts = 2000;
/** Of a part that is read whole: the book, its relationships, its styles. @unit bytes */
const mostText = 16 * 1024 * 1024;

/** A sheet of a workbook; one without a part holds a chart, or nothing. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: ZipPart | undefined;
}

/** What its sheets need of a workbook. */
export interface Workbook {
  /** In the order of their tabs. */
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: ZipPart | undefined;
  /** Which formats of cells are days, by their number. */
  readonly isDay: readonly boolean[];
  /** What formats show behind a number that is part of its meaning, by their number. */
  readonly beside: readonly (string | undefined)[];
  readonly is1904: boolean;
  /** Whether the program that wrote it left its formulas to be calculated when it is opened. */
  readonly isUncalculated: boolean;
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

/** The formats of days that need no definition (ECMA-376, part 1, 18.8.30). */
const isKnownDay = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Programs write no longer ones. */
const longestCode = 1000;

/** Whether a format shows a day: what stands in quotes, brackets, or after a backslash is no code. */
const showsDay = (code: string): boolean =>
  code.length <= longestCode && /[ymd年月日]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** What a format puts behind a number beside its digits: another currency, or a unit that it does not reckon itself (a comma behind the digits does). */
const shownBeside = (code: string): string | undefined => {
  if (code.length > longestCode || showsDay(code)) return undefined;
  const [first = ''] = code.split(';');
  const text = first
    .replaceAll(/\[\$([^\]-]{0,20})(?:-[^\]]{0,20})?\]/g, '$1')
    .replaceAll(/\[[^\]]*\]|["\\]/g, '')
    .trim();
  const currency = foreignCurrency(text);
  if (currency !== null) return ` ${currency}`;
  return /[0#?],+(?![0#?])/.test(first) ? undefined : /(?:百万|[千万亿])元?$/u.exec(text)?.[0];
};

const cellFormats = (styles: string): Pick<Workbook, 'isDay' | 'beside'> => {
  const codes = new Map(
    tagsOf(styles, 'numFmt').map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '']),
  );
  const cellXfs = insideOf(styles, 'cellXfs');
  const used = tagsOf(cellXfs, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    return { id, code: codes.get(id) };
  });
  return {
    isDay: used.map(({ id, code }) => (code === undefined ? isKnownDay(id) : showsDay(code))),
    beside: used.map(({ code }) => (code === undefined ? undefined : shownBeside(code))),
  };
};

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The relationship of a sheet: its attribute has a prefix, mostly `r`. */
const relationOf = (tag: string): string | undefined =>
  attribute(tag, 'r:id') ?? /\s\w+:id\s*=\s*["']([^"']*)/.exec(tag)?.[1];

/** Opens a workbook. It was checked when it was stored. */
export const openWorkbook = async (bytes: Buffer): Promise<Workbook> => {
  const parts = new Map(readZipParts(bytes, mostParts).map((part) => [part.name.toLowerCase(), part]));
  const relationsIn = async (list: string) =>
    tagsOf(await textOfPart(parts.get(list)), 'Relationship').map((tag) => ({
      id: attribute(tag, 'Id'),
      type: attribute(tag, 'Type') ?? '',
      part: parts.get(targetPart(list, attribute(tag, 'Target') ?? '') ?? ''),
    }));
  const main = (await relationsIn('_rels/.rels')).find(({ type }) => type.endsWith('/officeDocument'))?.part;
  const bookPart = main ?? parts.get('xl/workbook.xml');
  const book = await textOfPart(bookPart);
  const targets = await relationsIn(relationsOf(bookPart?.name ?? ''));
  const byType = (type: string) => targets.find((each) => each.type.endsWith(`/${type}`))?.part;
  const sheetOf = (tag: string): Sheet => {
    const target = targets.find(({ id }) => id !== undefined && id === relationOf(tag));
    const isSheet = target?.type.endsWith('/worksheet') === true;
    return {
      name: attribute(tag, 'name') ?? '',
      isHidden: (attribute(tag, 'state') ?? 'visible') !== 'visible',
      part: isSheet ? target.part : undefined,
    };
  };
  const named = tagsOf(book, 'sheet').map(sheetOf);
  const only = parts.get('xl/worksheets/sheet1.xml');
  const sheets = named.some(({ part }) => part !== undefined) ? named : [{ name: '', isHidden: false, part: only }];
  return {
    sheets,
    sharedStrings: byType('sharedStrings') ?? parts.get('xl/sharedstrings.xml'),
    ...cellFormats(await textOfPart(byType('styles') ?? parts.get('xl/styles.xml'))),
    is1904: tagsOf(book, 'workbookPr').some((tag) => isTrue(attribute(tag, 'date1904'))),
    isUncalculated: tagsOf(book, 'calcPr').some((tag) => isTrue(attribute(tag, 'fullCalcOnLoad'))),
  };
};
