import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { HeadNames } from '@ronghui/domain/table';
import { CsvSplitter } from './csv-rows.ts';
import { type TextEncoding, TextPieces } from './text-encoding.ts';
import { betweenBars, formOf, LineEnds, type TextForm } from './text-form.ts';
import { type TableRow, type WorkbookFacts, xlsxRows } from './xlsx-rows.ts';

/** A file that is read as a table; the encoding is that of a CSV. */
export interface TableSource {
  readonly path: string;
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: TextEncoding;
  /** The place of a workbook's sheet among all, from 0; without it the first that is shown and has a table. */
  readonly sheet?: number;
}

/** Rows that arrived together, and how much of the file has been read. */
export interface TablePiece {
  readonly rows: readonly TableRow[];
  /** From 0 to 1; 0 where it is not known. */
  readonly share: number;
  /** A further sheet of a workbook begins: the rows above its head, which is the first of the rows. */
  readonly above?: readonly TableRow[];
  /** What a person has to know of a workbook, with its first rows and where it has changed since. */
  readonly facts?: WorkbookFacts;
}

/** What is made of a piece lives until its last row is read: of small ones it is collected while it is young. */
const pieceBytes = 64 * 1024;

/** The rows of a text while it arrives. */
class TextRows {
  readonly #form: TextForm;
  readonly #splitter: CsvSplitter;

  constructor(beginning: string) {
    this.#form = formOf(beginning);
    this.#splitter = new CsvSplitter(this.#form.delimiter);
  }

  push(text: string): TableRow[] {
    return this.#numbered(this.#splitter.push(text));
  }

  end(): TableRow[] {
    return this.#numbered(this.#splitter.end());
  }

  #numbered(rows: readonly string[][]): TableRow[] {
    const { isNamed, hasBars } = this.#form;
    const first = this.#splitter.no - rows.length + 1;
    const numbered = rows.map((cells, at) => ({ no: first + at, cells: hasBars ? betweenBars(cells) : cells }));
    return isNamed && first === 1 ? numbered.slice(1) : numbered;
  }
}

const csvPieces = async function* ({ path, encoding }: TableSource): AsyncGenerator<TablePiece> {
  const { size } = await stat(path);
  const pieces = new TextPieces(encoding);
  const ends = new LineEnds();
  let table: TextRows | undefined;
  let read = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    const piece: Buffer = bytes;
    read += piece.length;
    const text = ends.push(pieces.read(piece));
    table ??= new TextRows(text);
    const rows = table.push(text);
    if (rows.length > 0) yield { rows, share: read / size };
  }
  const rows = table === undefined ? [] : [...table.push(ends.end()), ...table.end()];
  if (rows.length > 0) yield { rows, share: 1 };
};

const xlsxPieces = async function* (
  { path, sheet: place }: TableSource,
  heads: HeadNames<string>,
): AsyncGenerator<TablePiece> {
  for await (const piece of xlsxRows(await readFile(path), { place, heads })) yield { ...piece, share: 0 };
};

/**
 * The rows of a file of any size, a piece at a time. Throws TableFault for what no table is.
 *
 * @param heads by which the head of a workbook's sheet is found
 * @source R11.6, R13.1
 */
export const tablePieces = (source: TableSource, heads: HeadNames<string> = {}): AsyncGenerator<TablePiece> =>
  source.kind === 'csv' ? csvPieces(source) : xlsxPieces(source, heads);
