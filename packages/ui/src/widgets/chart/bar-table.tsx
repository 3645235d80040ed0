import { type JSX, useId } from 'react';
import css from './chart.module.css';
import { ChartFigure, type ChartValue } from './chart-table.tsx';
import { ChartPatterns, type ChartTone, fillOf } from './chart-tone.tsx';

/** Amounts of a few spans, such as the ages of what is due. */
export type BarTableProps = {
  label: string;
  /** The heading of the rows' names. */
  rowLabel: string;
  series: readonly { label: string; tone: ChartTone }[];
  /** In each row a value for each series; `count`: how many it is made of, as a text. */
  rows: readonly { name: string; values: readonly (ChartValue & { value: number; count: string })[] }[];
};

/** A table whose cells show their amounts as bars of one scale too: it is its own table behind. */
export function BarTable({ label, rowLabel, series, rows }: BarTableProps): JSX.Element {
  const id = useId();
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map(({ value }) => value)));
  return (
    <table className={css.barTable} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowLabel}</th>
          {series.map(({ label: name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map(({ label: of, tone }, place) => {
              const value = values[place];
              return value === undefined ? null : (
                <td key={of}>
                  <ChartFigure value={value} /> <span className={css.keyCount}>{value.count}</span>
                  <svg className={css.line} aria-hidden="true">
                    {row === 0 && place === 0 ? <ChartPatterns id={id} /> : null}
                    <rect
                      x="0"
                      y="0"
                      width={`${(value.value / most) * 100}%`}
                      height="8"
                      rx="2"
                      {...fillOf(id, tone)}
                    />
                  </svg>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
