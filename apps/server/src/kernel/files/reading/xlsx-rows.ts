import { SharedStrings } from './shared-strings.ts';
import { chooseSheet, type SheetFacts } from './sheet-choice.ts';
import { RowReader, type TableRow } from './sheet-rows.ts';
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
}

/** Rows of a sheet; the facts stand with the first ones and where they have changed. */
export interface SheetPiece {
  readonly rows: readonly TableRow[];
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

/**
 * The rows of a workbook's sheet, a piece at a time: of the one at a place among all, or of the first that is shown and has a table, and of
 * those with the same head after it. Its texts are in memory, its rows are not. @source security 4.8
 */
export const xlsxRows = async function* (bytes: Buffer, place?: number): AsyncGenerator<SheetPiece> {
  const book = await openWorkbook(bytes);
  const terms = { ...book, texts: await readShared(book) };
  const { parts, ...facts } = await chooseSheet(book, terms, place);
  let [hasFacts, formulas, hidden, last] = [false, 0, 0, 0];
  for (const part of parts) {
    const reader = new RowReader(terms);
    // The rows of a further sheet are numbered on.
    const [before, formulasBefore, hiddenBefore] = [last, formulas, hidden];
    for await (const { xml, prefix } of elementsOf(part, { root: 'worksheet', element: 'row' })) {
      const read = reader.rowsIn(xml, prefix);
      const rows = before === 0 ? read : read.map(({ no, cells }) => ({ no: before + no, cells }));
      last = rows.at(-1)?.no ?? last;
      if (rows.length === 0) continue;
      const [formulaCells, hiddenRows] = [formulasBefore + reader.formulaCells, hiddenBefore + reader.hiddenRows];
      if (hasFacts && formulaCells === formulas && hiddenRows === hidden) {
        yield { rows };
        continue;
      }
      yield { rows, facts: { ...(hasFacts ? {} : facts), formulaCells, hiddenRows } };
      [hasFacts, formulas, hidden] = [true, formulaCells, hiddenRows];
    }
  }
};
