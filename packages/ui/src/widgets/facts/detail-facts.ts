import type { ReactNode } from 'react';
import { placesOf, type ShownFields } from '../../shown-fields.ts';
import type { FactsProps } from './facts.tsx';

/** A fact of a record, or a function that makes several. */
type Fact<Row> =
  | { readonly label: string; readonly value: (row: Row) => ReactNode }
  | ((row: Row) => FactsProps['items']);

/** The facts of a record by its fields, in their order. `elsewhere`: another fact or another part of the detail shows the field. */
export type DetailFacts<Row> = ShownFields<Row, Fact<Row>>;

/** The items for `Facts`. */
export const factsOf = <Row>(row: Row, fields: DetailFacts<NoInfer<Row>>): FactsProps['items'] =>
  placesOf<Fact<Row>>({ ...fields }).flatMap(([, fact]) =>
    typeof fact === 'function' ? fact(row) : [{ label: fact.label, value: fact.value(row) }],
  );
