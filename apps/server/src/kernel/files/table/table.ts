import type { Fen, FenSum } from '@ronghui/domain/money';

interface ColumnFacts {
  /** The head of the column; every column of a table has its own. */
  readonly head: string;
  /** How wide it is. @unit characters */
  readonly width: number;
}

/** A column of a file for spreadsheet programs, with the value of a row in it. */
export type TableColumn<Row> =
  | (ColumnFacts & { readonly kind: 'text'; readonly value: (row: Row) => string | null })
  /** A day, `2026-11-23`, which programs sort and filter as a date. */
  | (ColumnFacts & { readonly kind: 'day'; readonly value: (row: Row) => string | null })
  /** A whole number. */
  | (ColumnFacts & { readonly kind: 'count'; readonly value: (row: Row) => number | null })
  | (ColumnFacts & { readonly kind: 'money'; readonly value: (row: Row) => Fen | null });

/** A row of totals below the rows: of those rows that `counts` picks, the columns named. */
export interface TableTotal<Row> {
  readonly label: string;
  readonly counts: (row: Row) => boolean;
  /** The heads of columns of money. */
  readonly heads: readonly string[];
}

/** A total as it came out. */
export interface SummedTotal {
  readonly label: string;
  readonly count: number;
  /** By head. */
  readonly sums: ReadonlyMap<string, FenSum>;
}

/** What stands in the file about its rows. */
export interface TableSummary {
  readonly rows: number;
  readonly totals: readonly SummedTotal[];
}

/** A table to write as a file: its rows come page by page and are in memory a page at a time. */
export interface TableFile<Row> {
  /** The name of the sheet. */
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
  readonly totals: readonly TableTotal<Row>[];
  /** What the file says about itself: label and text. */
  readonly about: (summary: TableSummary) => readonly (readonly [label: string, text: string])[];
  /** When it was made. */
  readonly at: Date;
}
