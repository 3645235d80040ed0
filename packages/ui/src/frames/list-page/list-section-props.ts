import type { ReactNode } from 'react';
import type { Column } from '../../widgets/data-table/column.ts';
import type { Selection } from '../../widgets/data-table/selection.ts';
import type { FilterField } from '../../widgets/filter-bar/filter-field.ts';
import type { BatchBarProps } from './batch-bar.tsx';
import type { ListSumsProps } from './list-sums.tsx';
import type { ListView } from './list-view.ts';

/** What a list is made of: values, words and columns. */
export type ListSectionProps<Row> = {
  list: ListView<Row>;
  /** The reader's choice of columns and density is kept under it. */
  name: string;
  /** Says what the rows are: 订单. */
  label: string;
  /** Follows their number: 笔订单. */
  unit: string;
  keyOf: (row: Row) => string;
  /** The table of PC; without it the cards stand under each other there as well. */
  columns?: readonly Column<Row>[];
  /** What a row is on H5: a `RowCard`, or its own. */
  card: (row: Row) => ReactNode;
  /** The list stands in a card of the caller's, on H5 too: a part of a longer page. */
  inCard?: boolean;
  /** A press on a row opens its detail, which has an address of its own. */
  opens?: boolean;
  fields?: readonly FilterField[];
  /** Below the filter: what else narrows the list. */
  note?: ReactNode;
  /** The sums of the whole filter, above the rows. */
  sums?: ListSumsProps['sums'];
  /** Beside the column settings: export, say. */
  tools?: ReactNode;
  /** Rows can be chosen, across pages, for what the bar offers. */
  selection?: Selection<Row> & Omit<BatchBarProps, 'count' | 'onCancel' | 'unit'>;
  /** Where there is nothing at all: what will stand here, and what to do. */
  empty: { title: string; text?: ReactNode; action?: ReactNode };
};
