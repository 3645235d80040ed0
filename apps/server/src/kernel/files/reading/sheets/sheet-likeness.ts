import { hash } from 'node:crypto';
import {
  cellText,
  currencyOfPreamble,
  dayOfText,
  fenOfText,
  foreignCurrency,
  type HeadNames,
  recogniseColumns,
  surveyedRows,
  tableHead,
  unitOfHead,
  unitOfPreamble,
} from '@ronghui/domain/table';
import type { ZipPart } from '../package/zip-parts.ts';
import { type CellTerms, RowReader, type TableRow } from '../sheet-rows.ts';
import { TableFault } from '../table-fault.ts';
import { elementsOf } from '../xml-elements.ts';

/** How the table of a sheet begins: two sheets are parts of one table where all of it but the row is the same. */
export interface SheetBeginning {
  /** The first and the last row of the head; 0 where there is none. */
  readonly headNo: number;
  readonly lastNo: number;
  readonly head: string;
  /** The unit and the currency that its name and the rows above its head say. */
  readonly terms: string;
  /** The columns that the head names; a row is known by them. */
  readonly columns: readonly number[];
}

export const textOfRow = ({ cells }: Pick<TableRow, 'cells'>): string =>
  cells
    .map((cell) => cell.trim())
    .join('\t')
    .trimEnd();

/** What stands behind 单位 or 币种 and is no unit or currency that is known: it is compared as it stands. */
const unknownTerms = (cells: readonly string[]): readonly string[] => {
  const text = cells.join(' ').slice(0, 1000).normalize('NFKC').replaceAll(/\s+/gu, ' ');
  const words = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, word = '']) => word);
  const units =
    unitOfPreamble(cells) === undefined ? words(/(?<!\p{L})(?:金额|货币)?单位 ?:? ?([^\s,;)]{1,12})/gu) : [];
  const currencies = words(/(?:币种|币别|货币|currency) ?:? ?([^\s,;:)]{1,12})/giu).filter(
    (word) => foreignCurrency(word) === null && !/人民币|本币|本位币|RMB|CNY|^元$/iu.test(word),
  );
  return [...units, ...currencies];
};

const termsOf = (name: string, above: readonly (readonly string[])[]): string => {
  const unit = above.map(unitOfPreamble).find((each) => each !== undefined) ?? unitOfHead(name) ?? 'yuan';
  const currency = above.map(currencyOfPreamble).find((each) => each !== null) ?? foreignCurrency(name);
  return JSON.stringify([unit, currency, above.flatMap(unknownTerms)]);
};

/** How the table of a sheet begins, by its first rows. */
export const beginningOf = (name: string, rows: readonly TableRow[], heads: HeadNames<string>): SheetBeginning => {
  const found = tableHead(
    rows.map(({ cells }) => cells),
    heads,
  );
  const at = found?.at ?? 0;
  const cells = found?.cells ?? [];
  const last = rows[at + (found?.parts.length ?? 0) - 1];
  return {
    headNo: rows[at]?.no ?? 0,
    lastNo: last?.no ?? 0,
    head: textOfRow({ cells }),
    terms: termsOf(
      name,
      rows.slice(0, at).map((row) => row.cells),
    ),
    columns: Object.values(recogniseColumns(cells, heads))
      .filter((column) => column !== undefined)
      .toSorted((a, b) => a - b),
  };
};

/** What a row is known by on any sheet, however it is formatted there. A digest keeps nothing of the sheet in memory. */
const keyOf = ({ cells }: TableRow, columns: readonly number[]): string => {
  const known = columns.length < 2 ? cells : columns.map((column) => cells[column] ?? '');
  const texts = known.map(cellText).map((text) => dayOfText(text) ?? String(fenOfText(text) ?? text));
  return hash('md5', JSON.stringify(texts), 'base64');
};

/** A sheet that may be read on. */
export interface LikeSheet extends SheetBeginning {
  readonly part: ZipPart | undefined;
  /** Its first rows. */
  readonly rows: readonly TableRow[];
}

/** The keys of a sheet's rows below its head: of its first rows, and of so many altogether. */
const keysOf = async (
  { part, rows: first, lastNo, columns }: LikeSheet,
  terms: CellTerms,
  most: number,
): Promise<{ readonly keys: readonly string[]; readonly looked: number }> => {
  const keysIn = (rows: readonly TableRow[]) =>
    rows
      .filter(({ no, cells }) => no > lastNo && cells.filter((cell) => cell.trim() !== '').length >= 2)
      .map((row) => keyOf(row, columns));
  if (part === undefined || most <= first.length) return { keys: keysIn(first), looked: first.length };
  const reader = new RowReader(terms);
  const keys: string[] = [];
  let looked = 0;
  try {
    for await (const { xml, prefix } of elementsOf(part, { root: 'worksheet', element: 'row' })) {
      const rows = reader.rowsIn(xml, prefix);
      keys.push(...keysIn(rows));
      looked += rows.length;
      if (looked >= most) break;
    }
  } catch (error) {
    // Who reads it on says so.
    if (!(error instanceof TableFault)) throw error;
  }
  return { keys, looked };
};

/**
 * How many rows of each sheet stand on those before it, and whether it is left to a person for that: half of its rows do, or half of those of
 * another, as on a sheet of all shops beside one for each. So many rows are looked at as before a file counts; then the first of each sheet.
 */
export const repeatsOf = async <Like extends LikeSheet>(
  sheets: readonly Like[],
  terms: CellTerms,
): Promise<ReadonlyMap<Like, { readonly rows: number; readonly isRepeat: boolean }>> => {
  const found = new Map<Like, { readonly rows: number; readonly isRepeat: boolean }>();
  const owners = new Map<string, number>();
  const sizes: number[] = [];
  let left: number = surveyedRows;
  for (const sheet of sheets) {
    const { keys, looked } = await keysOf(sheet, terms, left);
    left = Math.max(0, left - looked);
    const shared = new Map<number, number>();
    for (const key of keys) {
      const owner = owners.get(key);
      if (owner !== undefined) shared.set(owner, (shared.get(owner) ?? 0) + 1);
    }
    const rows = [...shared.values()].reduce((sum, each) => sum + each, 0);
    const isRepeat =
      rows > 0 && (rows * 2 >= keys.length || [...shared].some(([at, each]) => each * 2 >= (sizes[at] ?? 0)));
    found.set(sheet, { rows, isRepeat });
    if (isRepeat) continue;
    for (const key of keys) if (!owners.has(key)) owners.set(key, sizes.length);
    sizes.push(keys.length);
  }
  return found;
};
