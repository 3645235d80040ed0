import { placesOf, type ShownFields } from '../../shown-fields.ts';
import type { Column } from '../../widgets/data-table/column.ts';

/** A column without its key, which is the name of its field. */
type FieldColumn<Row> = Omit<Column<Row>, 'key'>;

/**
 * The table's columns by the fields of a row, in their order. `elsewhere`: another column or the card shows the field; without any column PC shows
 * the cards. Columns that show no field: `difference`, what two fields differ by; `waited`, how long ago one of them was; `derived`, what follows from several;
 * `actions`, the last one, with buttons.
 */
export type ListColumns<Row> = ShownFields<Row, FieldColumn<Row>> & {
  readonly difference?: FieldColumn<Row>;
  readonly waited?: FieldColumn<Row>;
  readonly derived?: FieldColumn<Row>;
  readonly actions?: FieldColumn<Row>;
};

/** The columns of the table. */
export const columnsOf = <Row>(fields: ListColumns<Row>): readonly Column<Row>[] =>
  placesOf<FieldColumn<Row>>({ ...fields }).map(([key, column]) => ({ key, ...column }));
