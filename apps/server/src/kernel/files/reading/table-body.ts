import { type HeadNames, headReach, isHeadPart, tableHead } from '@ronghui/domain/table';
import { TableFault } from './table-fault.ts';
import { type TableSource, tablePieces } from './table-rows.ts';
import type { TableRow, WorkbookFacts } from './xlsx-rows.ts';

/** The head of a file: the names of its columns, with the number of the row above the first of its table. */
export interface HeadRow extends TableRow {
  /** The rows of a head that stands in two. */
  readonly parts?: readonly (readonly string[])[];
  /** What columns have in common by the upper of two rows; empty where it names one alone. */
  readonly groups?: readonly string[];
}

/** What stands above the table of a file and says something of all of it. */
export interface Heading {
  readonly head: HeadRow;
  /** The rows before the head. */
  readonly preamble: readonly TableRow[];
  /** What a workbook calls the sheet. */
  readonly sheet?: string | undefined;
  /** Whether the numbers of its days are counted from 1904. */
  readonly is1904?: boolean | undefined;
}

/** The beginning of a file. */
export interface Beginning extends Heading {
  readonly first: readonly TableRow[];
}

/** Rows of a file below its head, with what stands before them in the first piece. */
export interface BodyPiece {
  readonly beginning?: Beginning;
  /** A further sheet begins: the rows above its head, which is the first of the rows. */
  readonly above?: readonly TableRow[] | undefined;
  readonly rows: readonly TableRow[];
  readonly share: number;
  /** What is to be known of a workbook, as far as it has been read. */
  readonly facts?: WorkbookFacts | undefined;
}

/** The cells of rows. */
const cellsOf = (rows: readonly TableRow[]): readonly (readonly string[])[] => rows.map(({ cells }) => cells);

/** The lines above a head that may say in what its amounts are; the name of the sheet is one of them. */
export const linesAbove = ({
  preamble,
  sheet,
}: Pick<Heading, 'preamble' | 'sheet'>): readonly (readonly string[])[] => [
  ...cellsOf(preamble),
  ...(sheet === undefined ? [] : [[sheet]]),
];

/** The cells of the first rows below a head, without those that are a part of it once more. */
export const sampledCells = (head: HeadRow, rows: readonly TableRow[]): readonly (readonly string[])[] =>
  cellsOf(rows).filter((cells) => !isHeadPart(cells, head.parts ?? []));

const noTable = (): TableFault => new TableFault('文件里没有表头和数据行，请检查文件是否选对。');

const beginningOf = <Field extends string>(
  rows: readonly TableRow[],
  heads: HeadNames<Field>,
  facts: WorkbookFacts | undefined,
): Beginning => {
  const found = tableHead(
    rows.map(({ cells }) => cells),
    heads,
  );
  if (found === null) throw noTable();
  const { at, parts, cells, groups } = found;
  const end = at + parts.length;
  const of = parts.length > 1 ? { parts, groups } : {};
  return {
    head: { no: rows[end - 1]?.no ?? end, cells, ...of },
    preamble: rows.slice(0, at),
    first: rows.slice(end),
    ...(facts?.sheet !== undefined && { sheet: facts.sheet.name }),
    ...(facts?.is1904 === true && { is1904: true }),
  };
};

/** The rows of a file's table: its head is looked for by its names among the first rows, and what follows comes as it arrives. */
export const bodyPieces = async function* <Field extends string>(
  source: TableSource,
  heads: HeadNames<Field>,
): AsyncGenerator<BodyPiece> {
  let waiting: TableRow[] | null = [];
  let lastShare = 0;
  let facts: WorkbookFacts | undefined;
  for await (const { rows, share, above, facts: more } of tablePieces(source, heads)) {
    lastShare = share;
    if (more !== undefined) facts = { ...facts, ...more };
    if (waiting !== null && above !== undefined) {
      // The first sheet is shorter than what a head is looked for in.
      const beginning = beginningOf(waiting, heads, facts);
      waiting = null;
      yield { beginning, rows: beginning.first, share, facts };
    }
    if (waiting === null) {
      yield { above, rows, share, facts };
      continue;
    }
    waiting.push(...rows);
    if (waiting.length < headReach) continue;
    const beginning = beginningOf(waiting, heads, facts);
    waiting = null;
    yield { beginning, rows: beginning.first, share, facts };
  }
  if (waiting === null) return;
  if (waiting.length === 0) throw noTable();
  const beginning = beginningOf(waiting, heads, facts);
  yield { beginning, rows: beginning.first, share: lastShare, facts };
};
