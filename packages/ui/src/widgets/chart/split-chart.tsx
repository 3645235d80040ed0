import { stack } from 'd3-shape';
import { type JSX, useId } from 'react';
import css from './chart.module.css';
import { ChartFigure, ChartTable, type ChartValue } from './chart-table.tsx';
import { ChartMark, ChartPatterns, type ChartTone, fillOf } from './chart-tone.tsx';

/** What wholes are made of, such as bills by their status. */
export type SplitChartProps = {
  label: string;
  /** The parts of each whole, in their order. */
  parts: readonly { key: string; label: string; tone: ChartTone }[];
  /** Wholes, which are never added up; `values` by the parts' order. `count`: how many it is made of, as a text. */
  rows: readonly {
    name: string;
    total: ChartValue;
    values: readonly (ChartValue & { value: number; count: string })[];
  }[];
};

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : (part / whole) * 100}%`;

/** A bar for each whole, split into its parts, with each part's words, and the table behind them. */
export function SplitChart({ label, parts, rows }: SplitChartProps): JSX.Element {
  const id = useId();
  return (
    <div className={css.splits}>
      {rows.map(({ name, total, values }, row) => {
        const patterns = `${id}-${row}`;
        const layers = stack<unknown, readonly number[], number>()
          .keys(parts.map((_, place) => place))
          .value((row, place) => row[place] ?? 0)([values.map(({ value }) => value)]);
        const whole = values.reduce((sum, { value }) => sum + value, 0);
        return (
          <section key={name} aria-label={`${label}：${name}`}>
            <p className={css.splitHead}>
              {name}{' '}
              <b>
                <ChartFigure value={total} />
              </b>
            </p>
            <svg className={css.split} aria-hidden="true">
              <ChartPatterns id={patterns} />
              <rect x="0.5" y="0.5" width="100%" height="15" rx="4" className={css.track} />
              {layers.map((layer, place) => {
                const [from = 0, to = 0] = layer[0] ?? [];
                return to === from ? null : (
                  <rect
                    key={parts[place]?.key}
                    x={percent(from, whole)}
                    width={percent(to - from, whole)}
                    y="0"
                    height="16"
                    {...fillOf(patterns, parts[place]?.tone ?? 'solid')}
                  />
                );
              })}
            </svg>
            <ul className={css.keys}>
              {values.map((value, place) => (
                <li key={parts[place]?.key} className={css.keyRow}>
                  <ChartMark id={patterns} tone={parts[place]?.tone ?? 'solid'} />
                  <span>{parts[place]?.label}</span>
                  <span className={css.keyCount}>{value.count}</span>
                  <span className={css.keyValue}>
                    <ChartFigure value={value} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <ChartTable
        label={label}
        columns={['', ...rows.map(({ name }) => name)]}
        rows={parts.map((part, place) => ({
          key: part.key,
          name: part.label,
          values: rows.map(({ values }) => values[place] ?? { text: '' }),
        }))}
      />
    </div>
  );
}
