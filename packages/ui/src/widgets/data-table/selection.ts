/** The rows that are chosen, on this page and on others. */
export type Selection<Row> = {
  /** By the key of the row. */
  chosen: ReadonlyMap<string, Row>;
  onChosenChange: (chosen: ReadonlyMap<string, Row>) => void;
  /** Whether a row may be chosen; every one where nothing is said. */
  canChoose?: (row: Row) => boolean;
};

/** The rows with these chosen as well, or no more. */
export function withChosen<Row>(
  chosen: ReadonlyMap<string, Row>,
  rows: readonly (readonly [string, Row])[],
  on: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(chosen);
  for (const [key, row] of rows) {
    if (on) next.set(key, row);
    else next.delete(key);
  }
  return next;
}
