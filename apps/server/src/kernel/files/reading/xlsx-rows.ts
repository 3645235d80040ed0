import type { HeadNames } from '@ronghui/domain/table';
import { SharedStrings } from './shared-strings.ts';
import { RowReader, type TableRow } from './sheet-rows.ts';
import { chooseSheet, type SheetFacts } from './sheets/sheet-choice.ts';
import { openWorkbook, type Workbook } from './workbook-parts.ts';
import { elementsOf } from './xml-elements.ts';
import { richText } from './xml-text.ts';

export type { TableRow };

/** What a person has to know of a workbook beside its rows. */
export interface WorkbookFacts extends Partial<SheetFacts> {
  /** Cells that were read by the values beside their formulas, so far. */
  readonly formulaCells: number;
  /** Rows that are hidden or left out by a filter, and were read, so far. */
  readonly hiddenRows: number;
  /** Whether the numbers of its days are counted from 1904. */
  readonly is1904?: boolean;
  /** Where several sheets are read: the rows below the head of each that was read to its end. */
  readonly sheetRows?: readonly number[];
}

/** Rows of a sheet; the facts stand with the first ones and where they have changed. */
export interface SheetPiece {
  readonly rows: readonly TableRow[];
  /** A further sheet begins: the rows above its head, which is the first of the rows. */
  readonly above?: readonly TableRow[];
  readonly facts?: WorkbookFacts;
}

const readShared = async ({ sharedStrings }: Workbook): Promise<SharedStrings> => {
  const texts = new SharedStrings();
  if (sharedStrings === undefined) return texts;
  for await (const { xml, prefix } of elementsOf(sharedStrings, { root: 'sst', element: 'si' })) {
    const open = `<${prefix}si`;
    for (let at = xml.indexOf(open); at !== -1; ) {
      const next = xml.indexOf(open, at + open.length);
      texts.add(richText(next === -1 ? xml.slice(at) : xml.slice(at, next), prefix));
      at = next;
    }
  }
  return texts;
};

/** Which rows of a workbook are read. */
interface Choice {
  /** The place of a sheet among all. */
  readonly place?: number | undefined;
  /** By which names the head of a sheet is found. */
  readonly heads?: HeadNames<string>;
}

const saysSomething = ({ cells }: TableRow): boolean => cells.some((cell) => cell.trim() !== '');

/**
 * The rows of a workbook's sheet, a piece at a time: of the one at a place among all, or of the first that is shown and has a table, and of
 * those that go on with that table. Its texts are in memory, its rows are not. @source security 4.8
 */
export const xlsxRows = async function* (
  bytes: Buffer,
  { place, heads = {} }: Choice = {},
): AsyncGenerator<SheetPiece> {
  const book = await openWorkbook(bytes);
  const terms = { ...book, texts: await readShared(book) };
  const { parts, ...chosen } = await chooseSheet(book, terms, { place, heads });
  const facts = { ...chosen, ...(book.is1904 && { is1904: true }) };
  let [hasFacts, formulas, hidden, last] = [false, 0, 0, 0];
  const sheetRows: number[] = [];
  for (const [at, { part, headNo, lastNo }] of parts.entries()) {
    const reader = new RowReader(terms);
    // The rows of a further sheet are numbered on.
    const [before, formulasBefore, hiddenBefore] = [last, formulas, hidden];
    let above: TableRow[] | null = at === 0 ? null : [];
    let count = 0;
    for await (const { xml, prefix } of elementsOf(part, { root: 'worksheet', element: 'row' })) {
      const read = reader.rowsIn(xml, prefix);
      let rows = before === 0 ? read : read.map(({ no, cells }) => ({ no: before + no, cells }));
      last = rows.at(-1)?.no ?? last;
      if (parts.length > 1) count += rows.filter((row) => row.no > before + lastNo && saysSomething(row)).length;
      let begun: { readonly above: readonly TableRow[] } | undefined;
      if (above !== null) {
        above.push(...rows.filter(({ no }) => no < before + headNo));
        rows = rows.filter(({ no }) => no >= before + headNo);
        if (rows.length === 0) continue;
        begun = { above };
        above = null;
      }
      if (rows.length === 0) continue;
      const [formulaCells, hiddenRows] = [formulasBefore + reader.formulaCells, hiddenBefore + reader.hiddenRows];
      if (hasFacts && formulaCells === formulas && hiddenRows === hidden) {
        yield { rows, ...begun };
        continue;
      }
      yield { rows, ...begun, facts: { ...(hasFacts ? {} : facts), formulaCells, hiddenRows } };
      [hasFacts, formulas, hidden] = [true, formulaCells, hiddenRows];
    }
    if (parts.length === 1) return;
    sheetRows.push(count);
    yield { rows: [], facts: { formulaCells: formulas, hiddenRows: hidden, sheetRows: [...sheetRows] } };
  }
};
