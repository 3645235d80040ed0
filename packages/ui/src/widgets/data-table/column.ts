import type { ReactNode } from 'react';

/** A column; the first one leads to the row's detail. */
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Its share of the width beside the others'; 1 unless said otherwise. */
  share?: number;
  /** Amounts and counts stand right. */
  align?: 'right';
  /** Cannot be put away. */
  fixed?: true;
  /** Put away until the reader asks for it. */
  optional?: true;
};
