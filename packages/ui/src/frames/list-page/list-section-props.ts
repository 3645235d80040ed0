import type { ReactNode } from 'react';
import type { Selection } from '../../widgets/data-table/selection.ts';
import type { FilterField } from '../../widgets/filter-bar/filter-field.ts';
import type { BatchBarProps } from './batch-bar.tsx';
import type { ListColumns } from './list-columns.ts';
import type { ListSumsProps } from './list-sums.tsx';
import type { ListView } from './list-view.ts';

/** The values, texts and columns of a list. */
export type ListSectionProps<Row> = {
  list: ListView<Row>;
  /** The key under which the reader's columns and density are stored. */
  name: string;
  /** What a row is: 订单. */
  label: string;
  /** Follows the number of rows: 笔订单. */
  unit: string;
  keyOf: (row: Row) => string;
  /** Where each field of a row is shown: the table's columns on PC. Without any column PC shows the cards in one frame. */
  columns: ListColumns<NoInfer<Row>>;
  /** The content of a row's card on H5; usually a `RowCard`. */
  card: (row: Row) => ReactNode;
  /** The caller renders a card around the list, on H5 too: the list is a part of a longer page. */
  inCard?: boolean;
  /** A click on a row opens its detail at `list.openHref`. */
  opens?: boolean;
  fields?: readonly FilterField[];
  /** Called when the filters that are folded away are asked for. */
  onMoreFields?: () => void;
  /** Below the filter: a note about other conditions. */
  note?: ReactNode;
  /** Sums over all rows that match the filter, above the rows. */
  sums?: ListSumsProps['sums'];
  /** Beside the column settings: export, for example. */
  tools?: ReactNode;
  /** Rows are selectable across pages; the props of the batch bar. */
  selection?: Selection<Row> & Omit<BatchBarProps, 'count' | 'onCancel' | 'unit'>;
  /** The empty state of a list without rows and without filter. */
  empty: { title: string; text?: ReactNode; action?: ReactNode };
};
