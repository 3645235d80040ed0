import { checkRow, TableFault, tableBounds } from './table-fault.ts';

/** A quoted row: its cells, and where the next one begins. */
interface QuotedRow {
  readonly cells: readonly string[];
  readonly next: number;
}

/** Reads a row with quotes; null when its end has not arrived. A quote inside a cell is that sign. */
const quotedRow = (text: string, from: number, delimiter: string): QuotedRow | null => {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1);
        if (end === -1 || end + 1 >= text.length) return null;
        cell += text.slice(at + 1, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
    if (end === text.length) return null;
    const rest = text.slice(at, end);
    const isLast = text[end] === '\n';
    cells.push(cell + (isLast ? rest.replace(/\r$/, '') : rest));
    if (isLast) return { cells, next: end + 1 };
    at = end + 1;
  }
};

/**
 * Splits text into rows while it arrives (RFC 4180, and what programs make of it): quoted cells may hold delimiters, quotes and line breaks.
 * What it keeps is at most one row.
 */
export class CsvSplitter {
  readonly #delimiter: string;
  #rest = '';
  #no = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The number of the last row; the first is 1. */
  get no(): number {
    return this.#no;
  }

  /** The rows that are complete with this piece. */
  push(piece: string): string[][] {
    const text = this.#rest + piece;
    const rows: string[][] = [];
    let at = 0;
    let quote = text.indexOf('"');
    for (;;) {
      const end = text.indexOf('\n', at);
      if (end === -1) break;
      // Looked for once, not from each row to the end of a piece that has none.
      if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
      if (quote === -1 || quote > end) {
        rows.push(
          this.#checked(text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end).split(this.#delimiter)),
        );
        at = end + 1;
        continue;
      }
      const found = quotedRow(text, at, this.#delimiter);
      if (found === null) break;
      rows.push(this.#checked([...found.cells]));
      at = found.next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > tableBounds.row) {
      throw new TableFault(`第 ${this.#no + 1} 行过长，可能有引号没有成对，请检查。`);
    }
    return rows;
  }

  /** The last row, where no line break ends it. */
  end(): string[][] {
    if (this.#rest === '') return [];
    const last = this.push('\n');
    if (this.#rest !== '') throw new TableFault(`第 ${this.#no + 1} 行的引号没有成对，请检查。`);
    return last;
  }

  #checked(cells: string[]): string[] {
    this.#no += 1;
    checkRow(this.#no, cells);
    return cells;
  }
}
