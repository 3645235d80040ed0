import { count, fen, flag, list, object, optional, text, whole, word } from './shapes.ts';

/** Rows of a file with what stands in them. */
const cellsOfRow = () => list(text(200, { min: 0 }), { max: 6 });

/** What a person decides about the rows of one file (decision 0089). */
export const rowChoices = () =>
  object({
    /** Rows that a rule leaves out, and that are to count. */
    takeIn: list(whole(1, Number.MAX_SAFE_INTEGER), { max: 200 }),
    /** So many rows that cannot be read are left out, as many as were seen; 0: none may be there. */
    leaveOutFaulty: whole(0, 2_000_000),
    /** Of a workbook: the sheet that is read, by its place; without it the first that has a table. */
    sheet: optional(whole(0, 254)),
  });

/** Rows that were left out, by their reason, the first of each with their cells and amounts. */
export const skippedRows = () =>
  list(
    object({
      reason: text(40),
      rows: count(),
      listed: optional(list(object({ row: count(), cells: cellsOfRow(), amount: optional(fen()) }), { max: 20 })),
      /** What can be read of their amounts. */
      amount: optional(fen()),
    }),
    { max: 20 },
  );

/** Sums that the file states, each with what was read until there. */
export const statedSums = () =>
  list(object({ row: count(), column: whole(0, 499), stated: fen(), read: fen() }), { max: 20 });

/** What should be known of a whole file before it counts. */
const survey = <const Fields extends readonly string[]>(fields: Fields) =>
  object({
    /** Those that would be taken in. */
    rows: count(),
    /** Of the amounts of those rows. */
    income: fen(),
    expense: fen(),
    /** It went to the last row; a very long file is read whole when it counts. */
    isComplete: flag(),
    faultyRows: count(),
    faulty: list(
      object({
        row: count(),
        cells: cellsOfRow(),
        faults: list(object({ field: word(fields), text: text(200, { min: 0 }), reason: text(200) }), {
          max: fields.length,
        }),
      }),
      { max: 5 },
    ),
    leftOutRows: count(),
    leftOut: list(
      object({
        row: count(),
        reason: text(40),
        cells: cellsOfRow(),
        amount: optional(fen()),
        /** It can be read as a row, if it is wanted. */
        canTakeIn: flag(),
      }),
      { max: 200 },
    ),
    /** All of them by their reasons, with what can be read of their amounts. */
    leftOutReasons: optional(list(object({ reason: text(40), rows: count(), amount: optional(fen()) }), { max: 20 })),
    sums: statedSums(),
  });

/** What should be known of how a file is read, for example in which unit. */
const readingNotes = () =>
  list(
    object({
      kind: word(['note', 'question']),
      /** What an open one is about, where a person can settle it. */
      about: optional(word(['sides', 'status'])),
      text: text(200),
    }),
    { max: 20 },
  );

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
  /** Without it nothing is known yet: the mapping has a fault. */
  survey: optional(survey(fields)),
  /** What the file says and is counted with, and what it leaves open. */
  notes: optional(readingNotes()),
  /** The sheets of a workbook that has several. */
  sheets: optional(
    list(
      object({ at: whole(0, 254), name: text(200, { min: 0 }), isRead: flag(), hasRows: flag(), isHidden: flag() }),
      {
        max: 255,
      },
    ),
  ),
});
