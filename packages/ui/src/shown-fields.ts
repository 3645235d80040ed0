/** For a field without a place of its own: another part of the view shows it, or no part does. */
export type WithoutPlace = 'elsewhere' | 'notShown';

/** Where a view shows each field of a record. A field that the record gains does not compile until the view has decided on it. */
export type ShownFields<Row, Place> = { readonly [Field in keyof Row]-?: Place | WithoutPlace };

/** The places of a view with the names of their fields, in their order. */
export const placesOf = <Place>(fields: Readonly<Record<string, Place | WithoutPlace>>): readonly [string, Place][] =>
  Object.entries(fields).flatMap(([field, place]) =>
    // Every string is a `WithoutPlace`: no place is a string.
    typeof place === 'string' ? [] : [[field, place as Place] satisfies [string, Place]],
  );
