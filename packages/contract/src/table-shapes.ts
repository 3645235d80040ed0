import { count, list, object, optional, text, whole, word } from './shapes.ts';

/** What a file that people bring was read as, by the fields that its columns can be: before lines are imported or a ledger is kept (decision 0076). */
export const tablePreview = <const Fields extends readonly string[]>(fields: Fields) => ({
  /** The row of the head. */
  headRow: count(),
  columns: list(
    object({
      column: whole(0, 499),
      name: text(200, { min: 0 }),
      samples: list(text(200, { min: 0 }), { max: 3 }),
    }),
  ),
  /** Why the mapping cannot be used. */
  fault: optional(object({ field: word(fields), message: text(200) })),
  rows: list(
    object({
      row: count(),
      /** What each field of the row is read as; a faulty one as it stands. */
      values: list(object({ field: word(fields), text: text(200, { min: 0 }), fault: optional(text(200)) }), {
        max: fields.length,
      }),
    }),
    { max: 20 },
  ),
  skipped: list(object({ row: count(), reason: text(40) }), { max: 60 }),
});
