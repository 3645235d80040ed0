import { BarChart, EmptyState, LineChart } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Asked } from './business-queries.ts';

const tones = ['solid', 'striped'] as const;

/** A value of a period: how it is written, and the list behind it. */
export interface PeriodValue {
  readonly value: number;
  readonly text: string;
  readonly href: string | undefined;
}

interface PeriodChartProps {
  readonly label: string;
  readonly by: Asked['by'];
  /** Two of them. */
  readonly series: readonly string[];
  readonly periods: readonly { readonly from: string; readonly to: string; readonly values: readonly PeriodValue[] }[];
  readonly tickText: (value: number) => string;
}

/** Figures over time: bars by month, lines by day, and the table behind them. */
export const PeriodChart = ({ label, by, series, periods, tickText }: PeriodChartProps): JSX.Element => {
  const named = tones.flatMap((tone, place) => {
    const name = series[place];
    return name === undefined ? [] : [{ label: name, tone }];
  });
  if (periods.every(({ values }) => values.every(({ value }) => value === 0)))
    return <EmptyState title="这段时间没有记录" />;
  if (by === 'day')
    return (
      <LineChart
        label={label}
        series={named}
        pointLabel="日期"
        tickText={tickText}
        points={periods.map(({ from, values }) => ({ name: from, short: from.slice(5), values }))}
      />
    );
  return (
    <BarChart
      label={label}
      series={named}
      groupLabel="月份"
      tickText={tickText}
      groups={periods.map(({ from, values }) => ({
        name: from.slice(0, 7),
        short: String(Number(from.slice(5, 7))),
        bars: values,
      }))}
    />
  );
};
