import { nice, ticks } from 'd3-array';
import { scaleBand } from 'd3-scale';
import { type JSX, useId, useState } from 'react';
import css from './chart.module.css';
import { ChartTable } from './chart-table.tsx';
import { ChartMark, ChartPatterns, type ChartTone, fillOf } from './chart-tone.tsx';

/** A bar: its length, how it is written, and the list behind it. */
type Bar = { value: number; text: string; href?: string | undefined };

/** Bars side by side, such as two sums of each month. */
export type BarChartProps = {
  label: string;
  series: readonly { label: string; tone: ChartTone }[];
  /** In each group a bar for each series; `short` stands on the axis, `name` everywhere else. */
  groups: readonly { name: string; short: string; bars: readonly Bar[] }[];
  /** What the groups are, as a heading of the table. */
  groupLabel: string;
  tickText: (value: number) => string;
};

const percent = (part: number): string => `${part * 100}%`;
/** A bar that is not zero is seen. */
const leastHeight = 0.012;
const tickCount = 4;

/** Where the bars stand, in parts of the plot. */
const plotOf = ({ groups, series }: Pick<BarChartProps, 'groups' | 'series'>) => {
  const most = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  // d3-scale's linear scale would bring colours and number formats too, three quarters of a page's chart code.
  const [, top] = nice(0, most, tickCount);
  const places = scaleBand<number>()
    .domain(groups.map((_, place) => place))
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const sides = scaleBand<number>()
    .domain(series.map((_, place) => place))
    .range([0, places.bandwidth()])
    .paddingInner(0.12);
  return {
    ticks: ticks(0, top, tickCount).map((value) => ({ value, top: 1 - value / top })),
    centerOf: (group: number) => (places(group) ?? 0) + places.bandwidth() / 2,
    step: places.step(),
    boxOf: (group: number, side: number, value: number) => {
      const height = value > 0 ? Math.max(leastHeight, value / top) : 0;
      return {
        x: percent((places(group) ?? 0) + (sides(side) ?? 0)),
        y: percent(1 - height),
        width: percent(sides.bandwidth()),
        height: percent(height),
      };
    },
  };
};

/** Vertical bars with their axis, what the chosen group amounts to in words, a legend and the table behind them. */
export function BarChart({ label, series, groups, groupLabel, tickText }: BarChartProps): JSX.Element {
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const plot = plotOf({ groups, series });
  const shown = groups[chosen ?? groups.length - 1];
  return (
    <div>
      <p className={css.readout}>
        <span className={css.readoutName}>{shown?.name}</span>
        {series.map(({ label: name, tone }, side) => (
          <span key={name} className={css.key}>
            <ChartMark id={id} tone={tone} />
            {name} <b>{shown?.bars[side]?.text}</b>
          </span>
        ))}
      </p>
      <div className={css.frame}>
        <svg className={css.ticks} aria-hidden="true">
          {plot.ticks.map(({ value, top }) => (
            <text key={value} x="100%" y={percent(top)} dy="0.35em">
              {tickText(value)}
            </text>
          ))}
        </svg>
        <svg className={css.plot} role="group" aria-label={label} onPointerLeave={() => setChosen(undefined)}>
          <ChartPatterns id={id} />
          {plot.ticks.map(({ value, top }) => (
            <line key={value} x1="0" x2="100%" y1={percent(top)} y2={percent(top)} className={css.rule} />
          ))}
          {groups.map(({ name, bars }, group) => (
            <g key={name} onPointerEnter={() => setChosen(group)}>
              <rect
                x={percent(plot.centerOf(group) - plot.step / 2)}
                y="0"
                width={percent(plot.step)}
                height="100%"
                className={chosen === group ? css.chosen : css.field}
              />
              {bars.map(({ value, text, href }, side) => {
                const { label: of = '', tone = 'solid' } = series[side] ?? {};
                const shape = <rect rx="2" {...plot.boxOf(group, side, value)} {...fillOf(id, tone)} />;
                return href === undefined || value <= 0 ? (
                  <g key={of}>{shape}</g>
                ) : (
                  <a
                    key={of}
                    href={href}
                    className={css.bar}
                    aria-label={`${name}，${of} ${text}`}
                    onFocus={() => setChosen(group)}
                    onBlur={() => setChosen(undefined)}
                  >
                    {shape}
                  </a>
                );
              })}
            </g>
          ))}
        </svg>
        <svg className={css.axis} aria-hidden="true">
          {groups.map(({ name, short }, group) => (
            <text key={name} x={percent(plot.centerOf(group))} y="14">
              {short}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable
        label={label}
        columns={[groupLabel, ...series.map(({ label: name }) => name)]}
        rows={groups.map(({ name, bars }) => ({ key: name, name, values: bars }))}
      />
    </div>
  );
}
