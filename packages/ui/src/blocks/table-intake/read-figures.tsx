import type { JSX } from 'react';
import { classNames } from '../../class-names.ts';
import css from './read-figures.module.css';
import { rowsText } from './row-words.ts';

/** What would be read of a file; the amounts are formatted. */
export type ReadFiguresProps = {
  rows: number;
  /** 收入 ¥1,234.00, 支出 ¥20.00 */
  sums: readonly { label: string; amount: string }[];
  /** So many rows were looked at, where the file is longer. */
  onlyFirst?: number | undefined;
  /** The file is read again: these are the figures of the former choice. */
  busy?: boolean;
};

/** How many rows would be read and what they come to; a change is announced. */
export function ReadFigures({ rows, sums, onlyFirst, busy = false }: ReadFiguresProps): JSX.Element {
  return (
    <p className={classNames(css.figures, busy && css.busy)} role="status" aria-busy={busy || undefined}>
      {onlyFirst === undefined ? '将读入 ' : `前 ${rowsText(onlyFirst)}中将读入 `}
      <b>{rowsText(rows)}</b>
      {sums.map(({ label, amount }) => (
        <span key={label}>
          ，{label} <b>{amount}</b>
        </span>
      ))}
      {onlyFirst === undefined ? null : '；其余的行在开始时读取'}
    </p>
  );
}
