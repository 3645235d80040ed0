import type { ZipPart } from './package/zip-parts.ts';
import { type CellTerms, RowReader, type TableRow } from './sheet-rows.ts';
import { TableFault } from './table-fault.ts';
import type { Sheet, Workbook } from './workbook-parts.ts';
import { elementsOf } from './xml-elements.ts';

/** A sheet by its name and its place among all sheets of the workbook, from 0. */
interface NamedSheet {
  readonly name: string;
  readonly at: number;
}

/** Which sheet is read, and which others there are. */
export interface SheetFacts {
  readonly sheet: NamedSheet;
  /** Sheets with the same head, which are read after it: months or decades of one table. */
  readonly alsoRead: readonly NamedSheet[];
  readonly otherSheets: readonly (NamedSheet & { readonly hasRows: boolean; readonly isHidden: boolean })[];
}

/** How much of a sheet tells whether it has a table. */
const looked = { bytes: 256 * 1024, rows: 100, sheets: 100 } as const;

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

/** A cell that says a number or a day: digits, and no words but those of days and money. */
const isValue = (cell: string): boolean =>
  cell.length <= 40 && /\d/.test(cell) && !/\p{L}/u.test(cell.replaceAll(/[年月日时分秒元]|CNY|RMB/g, ''));

/** Whether rows hold a table: below a row of two cells or more stands one in which two say a number or a day. Explanations have none. */
const hasTable = (rows: readonly TableRow[]): boolean => {
  const head = rows.findIndex((row) => filled(row) >= 2);
  return head !== -1 && rows.slice(head + 1).some(({ cells }) => cells.filter(isValue).length >= 2);
};

interface SeenSheet extends Sheet {
  readonly at: number;
  readonly hasRows: boolean;
  readonly hasTable: boolean;
  readonly head: string;
  /** What its first rows hold, to tell a copy by. */
  readonly beginning: string;
}

const textOfRow = ({ cells }: TableRow): string =>
  cells
    .map((cell) => cell.trim())
    .join('\t')
    .trimEnd();

const look = async (book: Workbook, terms: CellTerms): Promise<readonly SeenSheet[]> => {
  const seen: SeenSheet[] = [];
  for (const [at, sheet] of book.sheets.slice(0, looked.sheets).entries()) {
    const rows = sheet.part === undefined ? [] : await firstRows(sheet.part, terms);
    const head = rows.find((row) => filled(row) >= 2);
    seen.push({
      ...sheet,
      at,
      hasRows: rows.some((row) => filled(row) > 0),
      hasTable: hasTable(rows),
      head: head === undefined ? '' : textOfRow(head),
      beginning: rows.map(textOfRow).join('\n').trimEnd(),
    });
  }
  return seen;
};

/** The sheet that is read: the one at a place, or the first that is shown and has a table, or else rows. */
export const chooseSheet = async (
  book: Workbook,
  terms: CellTerms,
  place?: number,
): Promise<SheetFacts & { readonly parts: readonly ZipPart[] }> => {
  const seen = await look(book, terms);
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
  const { part, name, at } = chosen;
  const beginnings = new Set([chosen.beginning]);
  const alike = shown.filter((sheet) => {
    const isAlike = place === undefined && sheet.at > at && sheet.hasTable && sheet.head === chosen.head;
    // A copy would count its rows twice.
    if (!isAlike || beginnings.has(sheet.beginning)) return false;
    beginnings.add(sheet.beginning);
    return true;
  });
  const otherSheets = seen
    .filter((sheet) => sheet !== chosen && !alike.includes(sheet))
    .map((sheet) => ({ name: sheet.name, at: sheet.at, hasRows: sheet.hasRows, isHidden: sheet.isHidden }));
  return {
    parts: [part, ...alike.flatMap((sheet) => sheet.part ?? [])],
    sheet: { name, at },
    alsoRead: alike.map((sheet) => ({ name: sheet.name, at: sheet.at })),
    otherSheets,
  };
};
