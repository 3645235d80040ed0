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
  /** Of a long file so many rows were looked at; what cannot be read behind them can be skipped unseen. */
  onlyFirst?: number | undefined;
  /** The file is read again: `rows` are those of the former choice. */
  busy?: boolean;
  /** The id of the element, where the page must lead to it. */
  id?: string;
};

/** As many as a choice holds: every row that cannot be read, also those that nobody has seen yet. */
const allRows = 2_000_000;

/** What cannot be read of a file, and the way on without it. */
export function FaultyRows<Field extends string>({
  rows,
  total,
  fieldName,
  skipped,
  onSkip,
  onlyFirst,
  busy = false,
  id,
}: FaultyRowsProps<Field>): JSX.Element | null {
  const [takenBack, setTakenBack] = useState(0);
  // Until the file was read again those count that were skipped, or are not any more.
  const left = busy ? (skipped > 0 ? 0 : Math.max(total, takenBack)) : total;
  const isAll = skipped >= allRows;
  const isPart = onlyFirst !== undefined && !isAll;
  if (left === 0 && skipped === 0 && !isPart) return null;
  return (
    <div id={id} role="group" aria-label="读不出的行" tabIndex={-1}>
      <Callout tone={left === 0 ? 'info' : 'warn'}>
        <div className={css.part}>
          <b>{headText({ left, skipped, isAll, onlyFirst })}</b>
          {left > 0 ? <List rows={rows} fieldName={fieldName} /> : null}
          {left === 0 && skipped > 0 ? <p>它们不计入，列在未读入的行里。</p> : null}
          {isPart ? <p>后面还有读不出的行时，文件不会读入；也可以现在选择全部跳过，行数和金额列在结果里。</p> : null}
          {left > rows.length ? (
            <p>
              这里列出前 {rowsText(rows.length)}，另有 {rowsText(left - rows.length)}没有列出，请在原文件里查看。
            </p>
          ) : null}
          <span className={css.actions}>
            {left === 0 && skipped === 0 ? null : (
              <Button
                size="small"
                onClick={() => {
                  setTakenBack(isAll ? 0 : skipped);
                  onSkip(left === 0 ? 0 : skipped + left);
                }}
              >
                {left === 0 ? '撤回' : `跳过这 ${rowsText(left)}`}
              </Button>
            )}
            {isPart ? (
              <Button
                size="small"
                onClick={() => {
                  setTakenBack(0);
                  onSkip(allRows);
                }}
              >
                跳过全部读不出的行
              </Button>
            ) : null}
            {left === 0 ? null : <span>也可以改好文件或上面的列，再来一次。</span>}
          </span>
        </div>
      </Callout>
    </div>
  );
}

const headText = ({
  left,
  skipped,
  isAll,
  onlyFirst,
}: Pick<FaultyRowsProps<string>, 'skipped' | 'onlyFirst'> & { left: number; isAll: boolean }): string => {
  if (left > 0) return `${skipped > 0 ? '还' : ''}有 ${rowsText(left)}读不出`;
  if (isAll) return '已选择跳过全部读不出的行';
  if (skipped > 0) return `已选择跳过 ${rowsText(skipped)}读不出的行`;
  return `文件很长，只看过前 ${rowsText(onlyFirst ?? 0)}，都读得出`;
};

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
