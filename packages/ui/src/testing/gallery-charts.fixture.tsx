import type { JSX } from 'react';
import * as ui from '../index.ts';
import { type PageProps, Shell } from './gallery-shell.fixture.tsx';

const series = [
  { label: '应付', tone: 'solid' },
  { label: '应收', tone: 'striped' },
] as const;
const yuan = (value: number): string => `¥${value.toLocaleString('en-US')}`;
const amounts = [52_000, 48_000, 0, 58_400, 66_000, 63_000, 72_000, 69_000, 77_000, 84_000, 88_000, 128_406];

/** Twelve months; the receivable side has few. */
export const months = amounts.map((amount, place) => {
  const name = `2026-${String(place + 1).padStart(2, '0')}`;
  const bar = (value: number) => ({ value, text: yuan(value), ...(value > 0 && { href: `#/bill?from=${name}` }) });
  return { name, short: String(place + 1), bars: [bar(amount), bar(place % 4 === 0 ? amount / 4 : 0)] };
});

const value = (amount: number, count: number) => ({
  value: amount,
  text: yuan(amount),
  count: `${count} 张`,
  ...(count > 0 && { href: `#/bill?amount=${amount}` }),
});

/** Bills by status, in each direction. */
export const statuses: ui.SplitChartProps = {
  label: '账单按状态',
  parts: [
    { key: 'pending', label: '待确认', tone: 'striped' },
    { key: 'disputed', label: '差异处理中', tone: 'dotted' },
    { key: 'confirmed', label: '已确认', tone: 'solid' },
    { key: 'settled', label: '已结清', tone: 'pale' },
  ],
  rows: [
    {
      name: '应付',
      total: { text: '¥40,000', href: '#/bill?direction=payable' },
      values: [value(5000, 2), value(1000, 1), value(14_000, 3), value(20_000, 9)],
    },
    { name: '应收', total: { text: '¥0' }, values: [value(0, 0), value(0, 0), value(0, 0), value(0, 0)] },
  ],
};

/** What is due, by age. */
export const ages: ui.BarTableProps = {
  label: '账龄',
  rowLabel: '逾期',
  series,
  rows: [
    { name: '未到期', values: [value(12_000, 3), value(4000, 1)] },
    { name: '1–30 天', values: [value(2000, 1), value(0, 0)] },
  ],
};

/** The charts, with values, without, and with one side alone. */
export function Charts({ pageType }: PageProps): JSX.Element {
  const chart = { series, groupLabel: '月份', tickText: yuan };
  const none = months.map((group) => ({ ...group, bars: [0, 0].map(() => ({ value: 0, text: '¥0' })) }));
  return (
    <Shell pageType={pageType}>
      <ui.Section level={1} title="图表" tight>
        <ui.Card title="近 12 个月账单">
          <ui.BarChart {...chart} label="近 12 个月账单" groups={months} />
        </ui.Card>
        <ui.Card title="没有账单">
          <ui.BarChart {...chart} label="没有账单" groups={none} />
        </ui.Card>
        <ui.Card title="账单按状态">
          <ui.SplitChart {...statuses} />
        </ui.Card>
        <ui.Card title="账龄">
          <ui.BarTable {...ages} />
        </ui.Card>
      </ui.Section>
    </Shell>
  );
}
