import type { JSX } from 'react';
import { type Selection, withChosen } from './selection.ts';

type HeadBoxProps<Row> = { rows: readonly Row[]; keyOf: (row: Row) => string; selection: Selection<Row> };

/** Selects or deselects all rows of the page; indeterminate while some are selected. */
export function HeadBox<Row>({ rows, keyOf, selection }: HeadBoxProps<Row>): JSX.Element {
  const { chosen, onChosenChange, canChoose = () => true } = selection;
  const all = rows.filter(canChoose).map((row) => [keyOf(row), row] as const);
  const count = all.filter(([key]) => chosen.has(key)).length;
  const isAll = all.length > 0 && count === all.length;
  return (
    <label>
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        type="checkbox"
        aria-label="选择本页全部"
        checked={isAll}
        disabled={all.length === 0}
        onChange={() => onChosenChange(withChosen(chosen, all, !isAll))}
      />
    </label>
  );
}
