import type { JSX } from 'react';
import css from './chart.module.css';

/** A value as it is written, and the list behind it. */
export type ChartValue = { text: string; href?: string | undefined };

/** The figures of a chart as a table. */
export type ChartTableProps = {
  label: string;
  /** The heading of the rows' names, then of each value. */
  columns: readonly string[];
  rows: readonly { key: string; name: string; values: readonly ChartValue[] }[];
};

/** A value, with the way to the list behind it. */
export const ChartFigure = ({ value: { text, href } }: { value: ChartValue }): JSX.Element =>
  href === undefined ? <>{text}</> : <a href={href}>{text}</a>;

/** The table behind a chart, folded. */
export const ChartTable = ({ label, columns, rows }: ChartTableProps): JSX.Element => (
  <details className={css.behind}>
    <summary className={css.summary}>查看数据表</summary>
    <table className={css.table} aria-label={`${label}数据表`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, place) => (
              <td key={columns[place + 1]}>
                <ChartFigure value={value} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
