import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { CsvSplitter, delimiterOf } from './csv-rows.ts';
import type { TextEncoding } from './text-encoding.ts';
import { type TableRow, xlsxRows } from './xlsx-rows.ts';

/** A file that is read as a table; the encoding is that of a CSV. */
export interface TableSource {
  readonly path: string;
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: TextEncoding;
}

/** Rows that arrived together, and how much of the file has been read. */
export interface TablePiece {
  readonly rows: readonly TableRow[];
  /** From 0 to 1; 0 where it is not known. */
  readonly share: number;
}

/** What is made of a piece lives until its last row is read: of small ones it is collected while it is young. */
const pieceBytes = 64 * 1024;

const csvPieces = async function* ({ path, encoding }: TableSource): AsyncGenerator<TablePiece> {
  const { size } = await stat(path);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let splitter: CsvSplitter | undefined;
  let read = 0;
  const numbered = (rows: readonly string[][], last: number): TableRow[] =>
    rows.map((cells, at) => ({ no: last - rows.length + at + 1, cells }));
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    const piece: Buffer = bytes;
    read += piece.length;
    const text = decoder.decode(piece, { stream: true });
    splitter ??= new CsvSplitter(delimiterOf(text));
    const rows = splitter.push(text);
    if (rows.length > 0) yield { rows: numbered(rows, splitter.no), share: read / size };
  }
  const rows = splitter?.end() ?? [];
  if (splitter !== undefined && rows.length > 0) yield { rows: numbered(rows, splitter.no), share: 1 };
};

const xlsxPieces = async function* ({ path }: TableSource): AsyncGenerator<TablePiece> {
  for await (const rows of xlsxRows(await readFile(path))) if (rows.length > 0) yield { rows, share: 0 };
};

/** The rows of a file of any size, a piece at a time. Throws TableFault for what no table is. @source R11.6, R13.1 */
export const tablePieces = (source: TableSource): AsyncGenerator<TablePiece> =>
  source.kind === 'csv' ? csvPieces(source) : xlsxPieces(source);
