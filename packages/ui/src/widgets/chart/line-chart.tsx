import { nice, ticks } from 'd3-array';
import { line } from 'd3-shape';
import { type JSX, type PointerEvent, useId, useState } from 'react';
import { classNames } from '../../class-names.ts';
import css from './chart.module.css';
import { ChartTable, type ChartValue } from './chart-table.tsx';
import { ChartMark, ChartPatterns } from './chart-tone.tsx';

/** Counts of successive days, such as visits and visitors. */
export type LineChartProps = {
  label: string;
  /** Two at most, which differ by colour and by stroke. */
  series: readonly { label: string; tone: 'solid' | 'striped' }[];
  /** At each point a value for each series; `short` may stand on the axis. */
  points: readonly { name: string; short: string; values: readonly (ChartValue & { value: number })[] }[];
  /** What the points are, as a heading of the table. */
  pointLabel: string;
  tickText: (value: number) => string;
};

const percent = (part: number): string => `${part * 100}%`;
const tickCount = 4;
/** As many names of points as an axis has room for. */
const mostNames = 8;

/** Where the points stand, in parts of the plot. */
const plotOf = (points: LineChartProps['points']) => {
  const most = Math.max(tickCount, ...points.flatMap(({ values }) => values.map(({ value }) => value)));
  const [, top] = nice(0, most, tickCount);
  const xOf = (place: number): number => (points.length < 2 ? 0.5 : place / (points.length - 1));
  const named = Math.max(1, Math.ceil(points.length / mostNames));
  return {
    xOf,
    ticks: ticks(0, top, tickCount).map((value) => ({ value, top: 1 - value / top })),
    names: points.flatMap(({ short }, place) => (place % named === 0 ? [{ short, place }] : [])),
    curveOf: (side: number) =>
      line<LineChartProps['points'][number]>()
        .x((_, place) => xOf(place) * 100)
        .y(({ values }) => (1 - (values[side]?.value ?? 0) / top) * 100)(points) ?? '',
  };
};

/** Lines over successive days with their axis, the chosen day in words, and the table behind them. */
export function LineChart({ label, series, points, pointLabel, tickText }: LineChartProps): JSX.Element {
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const plot = plotOf(points);
  const shown = points[chosen ?? points.length - 1];
  const choose = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = width === 0 ? 1 : (event.clientX - left) / width;
    setChosen(Math.min(points.length - 1, Math.max(0, Math.round(part * (points.length - 1)))));
  };
  return (
    <div>
      <p className={css.readout}>
        <span className={css.readoutName}>{shown?.name}</span>
        {series.map(({ label: name, tone }, side) => (
          <span key={name} className={css.key}>
            <ChartMark id={id} tone={tone} />
            {name} <b>{shown?.values[side]?.text}</b>
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
        <svg
          className={css.plot}
          role="img"
          aria-label={`${label}，数据见下表`}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          onPointerMove={choose}
          onPointerLeave={() => setChosen(undefined)}
        >
          <ChartPatterns id={id} />
          {plot.ticks.map(({ value, top }) => (
            <line
              key={value}
              x1="0"
              x2="100"
              y1={top * 100}
              y2={top * 100}
              className={css.rule}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {chosen === undefined ? null : (
            <line x1={plot.xOf(chosen) * 100} x2={plot.xOf(chosen) * 100} y1="0" y2="100" className={css.guide} />
          )}
          {series.map(({ label: name, tone }, side) => (
            <path
              key={name}
              d={plot.curveOf(side)}
              className={classNames(css.curve, tone === 'solid' ? css.ofSolid : css.ofStriped)}
            />
          ))}
        </svg>
        <svg className={css.axis} aria-hidden="true">
          {plot.names.map(({ short, place }) => (
            <text key={place} x={percent(plot.xOf(place))} y="14">
              {short}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable
        label={label}
        columns={[pointLabel, ...series.map(({ label: name }) => name)]}
        rows={points.map(({ name, values }) => ({ key: name, name, values }))}
      />
    </div>
  );
}
