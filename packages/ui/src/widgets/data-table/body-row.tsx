import type { JSX, MouseEvent } from 'react';
import { classNames } from '../../class-names.ts';
import type { Column } from './column.ts';
import css from './data-table.module.css';

type BodyRowProps<Row> = {
  /** The id of the first cell. */
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  open: boolean;
  /** The state of the row's checkbox, and its setter. */
  selection: { can: boolean; on: boolean; set: (on: boolean) => void } | undefined;
};

/** A click on the row follows its link, unless it hit another control in the row or text is being selected. */
function follow(event: MouseEvent<HTMLTableRowElement>): void {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label, summary, dialog')) return;
  if (getSelection()?.type === 'Range') return;
  event.currentTarget.querySelector<HTMLAnchorElement>('a')?.click();
}

/** One row of a `DataTable`. */
export function BodyRow<Row>({ id, row, columns, href, open, selection }: BodyRowProps<Row>): JSX.Element {
  return (
    <tr
      className={classNames(href !== undefined && css.opens, selection?.on && css.chosen, open && css.open)}
      onClick={href === undefined ? undefined : follow}
    >
      {selection ? (
        <td className={css.checkbox}>
          <label>
            <input
              type="checkbox"
              id={`${id}-box`}
              aria-label="选择"
              aria-labelledby={`${id}-box ${id}`}
              checked={selection.on}
              disabled={!selection.can}
              onChange={(event) => selection.set(event.target.checked)}
            />
          </label>
        </td>
      ) : null}
      {columns.map(({ key, cell, align, oneLine }, place) => (
        <td
          key={key}
          id={place === 0 ? id : undefined}
          className={classNames(align && css.right, oneLine && css.oneLine)}
        >
          {place === 0 && href !== undefined ? (
            <a className={css.link} href={href}>
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}
