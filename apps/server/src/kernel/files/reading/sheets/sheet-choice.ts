import { cellText, type HeadNames, looksLikeAmount, looksLikeDay } from '@ronghui/domain/table';
import type { ZipPart } from '../package/zip-parts.ts';
import { type CellTerms, RowReader, type TableRow } from '../sheet-rows.ts';
import { TableFault } from '../table-fault.ts';
import type { Sheet, Workbook } from '../workbook-parts.ts';
import { elementsOf } from '../xml-elements.ts';
import { beginningOf, type LikeSheet, repeatsOf, textOfRow } from './sheet-likeness.ts';

/** A sheet by its name and its place among all sheets of the workbook, from 0. */
interface NamedSheet {
  readonly name: string;
  readonly at: number;
}

/** Why a sheet with the same head is not read on: its unit or currency is another, or its rows stand on one that is read. */
type Otherwise = 'terms' | 'repeats';

/** Which sheet is read, and which others there are. */
export interface SheetFacts {
  readonly sheet: NamedSheet;
  /** Sheets that go on with the same table, which are read after it; some of their rows may stand on one before. */
  readonly alsoRead: readonly (NamedSheet & { readonly repeated: number })[];
  readonly otherSheets: readonly (NamedSheet & {
    readonly hasRows: boolean;
    readonly isHidden: boolean;
    readonly why?: Otherwise;
  })[];
}

/** A sheet to read, with the first and the last row of its head. */
export interface ChosenPart {
  readonly part: ZipPart;
  readonly headNo: number;
  readonly lastNo: number;
}

/** How much of a sheet tells whether it has a table. */
const looked = { bytes: 256 * 1024, rows: 100 } as const;
/** As many as can be named. */
const mostSheets = 255;

/** The first rows of a sheet; none of what cannot be read. */
const firstRows = async (part: ZipPart, terms: CellTerms): Promise<readonly TableRow[]> => {
  const reader = new RowReader(terms);
  const rows: TableRow[] = [];
  try {
    const names = { root: 'worksheet', element: 'row' };
    for await (const { xml, prefix } of elementsOf(part, names, looked.bytes)) {
      rows.push(...reader.rowsIn(xml, prefix));
      if (rows.length >= looked.rows) break;
    }
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
  }
  return rows;
};

const filled = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;

/** A cell that says a number, an amount or a day. */
const isValue = (cell: string): boolean =>
  cell.length <= 40 &&
  /\d/.test(cell) &&
  (!/\p{L}/u.test(cell.replaceAll(/[年月日时分秒元]|CNY|RMB/g, '')) ||
    looksLikeAmount(cellText(cell), 'yuan') ||
    looksLikeDay(cellText(cell)));

/** Whether rows hold a table: below a row of two cells or more stands one in which two say a number or a day. Explanations have none. */
const hasTable = (rows: readonly TableRow[]): boolean => {
  const head = rows.findIndex((row) => filled(row) >= 2);
  return head !== -1 && rows.slice(head + 1).some(({ cells }) => cells.filter(isValue).length >= 2);
};

interface SeenSheet extends Sheet, LikeSheet {
  readonly part: ZipPart | undefined;
  readonly at: number;
  readonly hasRows: boolean;
  readonly hasTable: boolean;
}

const look = async (book: Workbook, terms: CellTerms, heads: HeadNames<string>): Promise<readonly SeenSheet[]> => {
  const { length } = book.sheets;
  if (length > mostSheets) {
    throw new TableFault(`工作簿有 ${length} 张工作表，最多读取 ${mostSheets} 张，请拆分后再上传。`);
  }
  const seen: SeenSheet[] = [];
  for (const [at, sheet] of book.sheets.entries()) {
    const rows = sheet.part === undefined ? [] : await firstRows(sheet.part, terms);
    const hasRows = rows.some((row) => filled(row) > 0);
    seen.push({ ...sheet, ...beginningOf(sheet.name, rows, heads), at, rows, hasRows, hasTable: hasTable(rows) });
  }
  return seen;
};

const named = ({ name, at }: SeenSheet): NamedSheet => ({ name, at });

/** The sheets that go on with the table of one: shown after it, with the same head, unit and currency, and rows of their own. */
const furtherOf = async (chosen: SeenSheet, shown: readonly SeenSheet[], terms: CellTerms) => {
  const alike = shown.filter((sheet) => sheet.at > chosen.at && sheet.hasTable && sheet.head === chosen.head);
  const why = new Map<SeenSheet, Otherwise>();
  const begun = new Set([beginningText(chosen)]);
  const candidates = alike.filter((sheet) => {
    const text = beginningText(sheet);
    if (sheet.terms !== chosen.terms) why.set(sheet, 'terms');
    // What begins like another is its copy, whatever follows.
    else if (begun.has(text)) why.set(sheet, 'repeats');
    begun.add(text);
    return !why.has(sheet);
  });
  const repeats = candidates.length === 0 ? undefined : await repeatsOf([chosen, ...candidates], terms);
  for (const sheet of candidates) if (repeats?.get(sheet)?.isRepeat === true) why.set(sheet, 'repeats');
  const further = candidates
    .filter((sheet) => !why.has(sheet))
    .map((sheet) => ({ sheet, repeated: repeats?.get(sheet)?.rows ?? 0 }));
  return { further, why };
};

const beginningText = ({ rows }: SeenSheet): string => rows.map(textOfRow).join('\n').trimEnd();

/** The sheet that is read: the one at a place, or the first that is shown and has a table, or else rows; and those that go on with its table. */
export const chooseSheet = async (
  book: Workbook,
  terms: CellTerms,
  { place, heads }: { readonly place?: number | undefined; readonly heads: HeadNames<string> },
): Promise<SheetFacts & { readonly parts: readonly ChosenPart[] }> => {
  const seen = await look(book, terms, heads);
  const shown = seen.filter(({ isHidden, part }) => !isHidden && part !== undefined);
  const chosen =
    place === undefined
      ? (shown.find((sheet) => sheet.hasTable) ??
        shown.find(({ hasRows }) => hasRows) ??
        shown[0] ??
        seen.find(({ part }) => part !== undefined))
      : seen[place];
  if (chosen?.part === undefined) {
    throw new TableFault(place === undefined ? '工作簿里没有工作表。' : '工作簿里没有这张工作表，请重新选择。');
  }
  const { further, why } =
    place === undefined ? await furtherOf(chosen, shown, terms) : { further: [], why: new Map<SeenSheet, Otherwise>() };
  const read = new Set([chosen, ...further.map(({ sheet }) => sheet)]);
  const otherSheets = seen
    .filter((sheet) => !read.has(sheet))
    .map((sheet) => {
      const reason = why.get(sheet);
      const { hasRows, isHidden } = sheet;
      return { ...named(sheet), hasRows, isHidden, ...(reason !== undefined && { why: reason }) };
    });
  return {
    parts: [...read].flatMap(({ part, headNo, lastNo }) => (part === undefined ? [] : [{ part, headNo, lastNo }])),
    sheet: named(chosen),
    alsoRead: further.map(({ sheet, repeated }) => ({ ...named(sheet), repeated })),
    otherSheets,
  };
};
