import type { JSX, MouseEvent, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import css from './data-table.module.css';
import { useTableChoice } from './table-choice.ts';
import { TableSettings } from './table-settings.tsx';

/** A column; the first one links to the row's detail. */
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts are right-aligned. */
  align?: 'right';
  /** Cannot be hidden. */
  fixed?: true;
  /** Hidden until the reader selects it. */
  optional?: true;
};

/** A list of rows on PC. */
export type DataTableProps<Row> = {
  /** The key under which the reader's columns are stored. */
  name: string;
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first reply: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** The address of a row's detail; a click anywhere on the row opens it. */
  hrefOf?: (row: Row) => string;
  /** The row whose detail is open. */
  openKey?: string | null;
  /** Other rows are loading; the current ones stay visible. */
  busy?: boolean;
  /** Above the table: the sum of the filtered rows. */
  summary?: ReactNode;
  /** Beside the column settings: export, for example. */
  tools?: ReactNode;
  /** Below the table: the `Pagination`. */
  foot?: ReactNode;
};

/** Selectable columns, density, a sticky header, and rows that open. The page shows its empty state when there are no rows. */
export function DataTable<Row>({
  name,
  label,
  columns,
  rows,
  keyOf,
  hrefOf,
  openKey,
  busy = false,
  summary,
  tools,
  foot,
}: DataTableProps<Row>): JSX.Element {
  const [choice, setChoice] = useTableChoice(name, {
    hidden: columns.filter(({ optional }) => optional).map(({ key }) => key),
    dense: false,
  });
  const shown = columns.filter(({ key, fixed }) => fixed || !choice.hidden.includes(key));
  return (
    <div className={css.place}>
      <div className={css.top}>
        <div className={css.summary}>{summary}</div>
        {tools}
        <TableSettings columns={columns} choice={choice} onChange={setChoice} />
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={classNames(css.table, choice.dense && css.dense)} aria-busy={busy || rows === undefined}>
          <thead>
            <tr>
              {shown.map(({ key, title, align }) => (
                <th key={key} scope="col" className={classNames(align && css.right)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classNames(busy && css.busy)}>
            {rows === undefined ? (
              <WaitingRows columns={shown.length} />
            ) : (
              rows.map((row) => (
                <BodyRow
                  key={keyOf(row)}
                  row={row}
                  columns={shown}
                  href={hrefOf?.(row)}
                  open={keyOf(row) === openKey}
                />
              ))
            )}
          </tbody>
        </table>
      </div>
      {foot ? <div className={css.foot}>{foot}</div> : null}
    </div>
  );
}

function WaitingRows({ columns }: { columns: number }): JSX.Element {
  return (
    <>
      {Array.from({ length: 8 }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (__, column) => (
            <td key={column}>
              <Skeleton />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/** A click on the row follows its link, unless it hit another control in the row or text is being selected. */
function follow(event: MouseEvent<HTMLTableRowElement>): void {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label, summary')) return;
  if (getSelection()?.type === 'Range') return;
  event.currentTarget.querySelector<HTMLAnchorElement>('a')?.click();
}

type BodyRowProps<Row> = { row: Row; columns: readonly Column<Row>[]; href: string | undefined; open: boolean };

function BodyRow<Row>({ row, columns, href, open }: BodyRowProps<Row>): JSX.Element {
  return (
    <tr
      className={classNames(href !== undefined && css.opens, open && css.open)}
      onClick={href === undefined ? undefined : follow}
    >
      {columns.map(({ key, cell, align }, place) => (
        <td key={key} className={classNames(align && css.right)}>
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
