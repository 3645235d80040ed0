/** The selected rows, those of other pages included. */
export type Selection<Row> = {
  /** By the key of the row. */
  chosen: ReadonlyMap<string, Row>;
  onChosenChange: (chosen: ReadonlyMap<string, Row>) => void;
  /** Whether a row is selectable; all are by default. */
  canChoose?: (row: Row) => boolean;
};

/** A copy of the selection with rows added or removed. */
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
