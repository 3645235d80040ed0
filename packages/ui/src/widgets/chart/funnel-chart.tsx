import { area } from 'd3-shape';
import type { JSX } from 'react';
import css from './chart.module.css';
import { ChartFigure, type ChartValue } from './chart-table.tsx';

/** How many came as far as each step. */
export type FunnelChartProps = {
  label: string;
  /** The heading of the steps, and of how many there are. */
  stepLabel: string;
  countLabel: string;
  steps: readonly (ChartValue & { name: string; value: number })[];
};

/** A part in per cent, with one digit; a dash where there is no whole. */
const shareText = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${Math.round((part / whole) * 1000) / 10}%`;

const shape = area<number>()
  .x0((half) => 50 - half)
  .x1((half) => 50 + half)
  .y((_, place) => place * 100);

/** Steps with what is left after each and how many were lost on the way to it: its table is the figure itself. */
export function FunnelChart({ label, stepLabel, countLabel, steps }: FunnelChartProps): JSX.Element {
  const first = steps[0]?.value ?? 0;
  const halfOf = (value: number): number => (first === 0 ? 0 : (value / first) * 50);
  return (
    <table className={css.funnelTable} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{stepLabel}</th>
          <td aria-hidden="true" />
          <th scope="col">{countLabel}</th>
          <th scope="col">占首步</th>
          <th scope="col">较上一步流失</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, place) => {
          const before = steps[place - 1]?.value;
          const after = steps[place + 1]?.value ?? step.value;
          return (
            <tr key={step.name}>
              <th scope="row">{step.name}</th>
              <td aria-hidden="true">
                <svg className={css.funnelShape} viewBox="0 0 100 100" preserveAspectRatio="none">
                  <path d={shape([halfOf(step.value), halfOf(after)]) ?? ''} className={css.solid} />
                </svg>
              </td>
              <td>
                <ChartFigure value={step} />
              </td>
              <td>{shareText(step.value, first)}</td>
              <td className={css.lost}>
                {before === undefined
                  ? '—'
                  : `${(before - step.value).toLocaleString('en-US')}（${shareText(before - step.value, before)}）`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
