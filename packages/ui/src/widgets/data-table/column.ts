import type { ReactNode } from 'react';

/** A column; the first one links to the row's detail. */
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Its width relative to the other columns; 1 by default. */
  share?: number;
  /** Amounts and counts are right-aligned. */
  align?: 'right';
  /** Numbers and days that stay on one line; an instant and an amount always do. */
  oneLine?: true;
  /** Cannot be hidden. */
  fixed?: true;
  /** Hidden until the reader selects it. */
  optional?: true;
};
