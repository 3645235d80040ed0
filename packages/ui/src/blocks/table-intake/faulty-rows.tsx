import { type JSX, useState } from 'react';
import { Button } from '../../widgets/button/button.tsx';
import { Callout } from '../../widgets/callout/callout.tsx';
import css from './faulty-rows.module.css';
import { rowsText, rowText } from './row-words.ts';

/** Rows that cannot be read, the first of them with their cells; `skipped` of them do not count, as a person has decided. */
export type FaultyRowsProps<Field extends string> = {
  rows: readonly {
    row: number;
    cells: readonly string[];
    faults: readonly { field: Field; text: string; reason: string }[];
  }[];
  /** How many cannot be read, without those that are skipped. */
  total: number;
  fieldName: (field: Field) => string;
  skipped: number;
  /** As many rows as are to be skipped; 0: none. */
  onSkip: (rows: number) => void;
  /** The file is read again: `rows` are those of the former choice. */
  busy?: boolean;
  /** The id of the element, where the page must lead to it. */
  id?: string;
};

/** What cannot be read of a file, and the way on without it. */
export function FaultyRows<Field extends string>({
  rows,
  total,
  fieldName,
  skipped,
  onSkip,
  busy = false,
  id,
}: FaultyRowsProps<Field>): JSX.Element | null {
  const [takenBack, setTakenBack] = useState(0);
  // Until the file was read again those count that were skipped, or are not any more.
  const left = busy ? (skipped > 0 ? 0 : Math.max(total, takenBack)) : total;
  if (left === 0 && skipped === 0) return null;
  return (
    <div id={id} role="group" aria-label="读不出的行" tabIndex={-1}>
      <Callout tone={left === 0 ? 'info' : 'warn'}>
        <div className={css.part}>
          <b>
            {left === 0 ? `已选择跳过 ${rowsText(skipped)}读不出的行` : null}
            {left > 0 ? `${skipped > 0 ? '还' : ''}有 ${rowsText(left)}读不出` : null}
          </b>
          {left === 0 ? <p>它们不计入，列在未读入的行里。</p> : <List rows={rows} fieldName={fieldName} />}
          {left > rows.length ? <p>只列出前 {rowsText(rows.length)}。</p> : null}
          <span className={css.actions}>
            <Button
              size="small"
              onClick={() => {
                setTakenBack(skipped);
                onSkip(left === 0 ? 0 : skipped + left);
              }}
            >
              {left === 0 ? '撤回' : `跳过这 ${rowsText(left)}`}
            </Button>
            {left === 0 ? null : <span>也可以改好文件或上面的列，再来一次。</span>}
          </span>
        </div>
      </Callout>
    </div>
  );
}

function List<Field extends string>({
  rows,
  fieldName,
}: Pick<FaultyRowsProps<Field>, 'rows' | 'fieldName'>): JSX.Element {
  return (
    <ul className={css.rows} aria-label="读不出的行">
      {rows.map(({ row, cells, faults }) => (
        <li key={row} className={css.row}>
          <span className={css.no}>{rowText(row)}</span>
          <span className={css.cells}>
            {cells.map((cell, place) => (
              <span key={place}>{cell}</span>
            ))}
          </span>
          <span className={css.faults}>
            {faults
              .map(({ field, text, reason }) => `${fieldName(field)}${text === '' ? '' : `“${text}”`}：${reason}`)
              .join('；')}
          </span>
        </li>
      ))}
    </ul>
  );
}
