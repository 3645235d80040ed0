import { type JSX, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { BodyRow } from './body-row.tsx';
import type { Column } from './column.ts';
import css from './data-table.module.css';
import { HeadBox } from './head-box.tsx';
import { type Selection, withChosen } from './selection.ts';
import { useTableSettings } from './table-settings.ts';
import { TableSettingsMenu } from './table-settings-menu.tsx';

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
  hrefOf?: ((row: Row) => string) | undefined;
  /** The row whose detail is open. */
  openKey?: string | null;
  /** Other rows are loading; the current ones stay visible. */
  busy?: boolean;
  /** Above the table: the number of rows. */
  summary?: ReactNode;
  /** Beside the column settings: export, for example. */
  tools?: ReactNode;
  /** Adds a checkbox to each row. */
  selection?: Selection<Row> | undefined;
  /** Below the table: the `Pagination`. */
  foot?: ReactNode;
};

/** Selectable columns, density, a sticky header, fixed column widths, and rows that open. */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { name, label, columns, rows, busy = false, summary, tools, foot } = props;
  const [settings, setSettings] = useTableSettings(name, {
    hidden: columns.filter(({ optional }) => optional).map(({ key }) => key),
    dense: false,
  });
  const shown = columns.filter(({ key, fixed }) => fixed || !settings.hidden.includes(key));
  return (
    <div className={css.place}>
      <div className={css.top}>
        <div className={css.summary}>{summary}</div>
        {tools}
        <TableSettingsMenu columns={columns} settings={settings} onChange={setSettings} />
      </div>
      {/* A drawer beside the list may be called what its rows are; no two regions have one name. */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={`${label}列表`}>
        <table
          className={classNames(css.table, settings.dense && css.dense, busy && css.busy)}
          aria-busy={busy || rows === undefined}
        >
          <Head {...props} columns={shown} />
          <tbody>
            {rows === undefined ? (
              <WaitingRows columns={shown.length + (props.selection ? 1 : 0)} />
            ) : (
              <Rows {...props} rows={rows} columns={shown} />
            )}
          </tbody>
        </table>
      </div>
      {foot ? <div className={css.foot}>{foot}</div> : null}
    </div>
  );
}

function Head<Row>({ columns, rows = [], keyOf, selection }: DataTableProps<Row>): JSX.Element {
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  const percent = selection ? 95 : 100;
  return (
    <>
      <colgroup>
        {selection ? <col width="5%" /> : null}
        {columns.map(({ key, share = 1 }) => (
          <col key={key} width={`${(share * percent) / shares}%`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection ? (
            <th scope="col" className={css.checkbox}>
              <HeadBox rows={rows} keyOf={keyOf} selection={selection} />
            </th>
          ) : null}
          {columns.map(({ key, title, align, oneLine }) => (
            <th key={key} scope="col" className={classNames(align && css.right, oneLine && css.oneLine)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

function Rows<Row>({
  rows,
  columns,
  keyOf,
  hrefOf,
  openKey,
  selection,
}: DataTableProps<Row> & { rows: readonly Row[] }): JSX.Element {
  const id = useId();
  return (
    <>
      {rows.map((row) => {
        const key = keyOf(row);
        return (
          <BodyRow
            key={key}
            id={`${id}-${key}`}
            row={row}
            columns={columns}
            href={hrefOf?.(row)}
            open={key === openKey}
            selection={
              selection && {
                can: selection.canChoose?.(row) ?? true,
                on: selection.chosen.has(key),
                set: (on) => selection.onChosenChange(withChosen(selection.chosen, [[key, row]], on)),
              }
            }
          />
        );
      })}
    </>
  );
}

function WaitingRows({ columns }: { columns: number }): JSX.Element {
  return (
    <>
      {Array.from({ length: 8 }, (_, row) => (
        <tr key={row} aria-hidden="true">
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
