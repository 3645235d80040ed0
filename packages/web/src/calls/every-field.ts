/** A record with every field named: one that is left out is `undefined`. A field that the record gains does not compile until it is named. */
export type EveryField<Row> = { readonly [Field in keyof Required<Row>]: Field extends keyof Row ? Row[Field] : never };

/** The fields that have a value. */
export const present = <Row extends object>(fields: EveryField<Row>): Row =>
  // Only what may be left out may be undefined.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Row;
