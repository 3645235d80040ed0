import { billDirectionNames, billStatuses, billStatusNames } from '@ronghui/domain/bill';
import { addSums, fenSum, rmbText, sizeOfSum } from '@ronghui/domain/money';
import { BarChart, BarTable, Card, type ChartTone, SplitChart } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { HomeBills } from '../home-queries.ts';
import css from './bill-charts.module.css';

const monthsTitle = '近 12\u00a0个月账单';
const directions = ['payable', 'receivable'] as const;
type Some = HomeBills['disputed']['payable'];
type BillSearch = Parameters<typeof paths.bills>[0];

const series = [
  { label: billDirectionNames.payable, tone: 'solid' },
  { label: billDirectionNames.receivable, tone: 'striped' },
] as const;

const tones: Readonly<Record<(typeof billStatuses)[number], ChartTone>> = {
  pending: 'striped',
  disputed: 'dotted',
  confirmed: 'solid',
  settled: 'pale',
};

const ageNames: Readonly<Record<HomeBills['ageing'][number]['age'], string>> = {
  notYet: '未到期',
  upTo30: '逾期 1–30\u00a0天',
  upTo60: '逾期 31–60\u00a0天',
  over60: '逾期 60\u00a0天以上',
};

/** Some bills as a value of a chart, with the way to their list. */
const valueOf = ({ count, amount }: Some, search: BillSearch) => ({
  value: sizeOfSum(amount),
  text: rmbText(amount),
  count: `${count}\u00a0张`,
  href: count === 0 ? undefined : href(paths.bills(search)),
});

/** All bills of a direction, with the way to their list. */
const allOf = (ofDirection: HomeBills['byStatus']['payable'], direction: (typeof directions)[number]) => {
  const parts = billStatuses.map((status) => ofDirection[status]);
  return {
    text: rmbText(addSums(parts.map(({ amount }) => amount))),
    href: parts.every(({ count }) => count === 0) ? undefined : href(paths.bills({ direction })),
  };
};

const tickText = (value: number): string => rmbText(fenSum(BigInt(Math.round(value)))).replace(/\.00$/, '');

/** The bills of twelve months, by status and by age. @source R10.1, ux "Charts" */
export const BillCharts = ({ bills }: { bills: HomeBills }): JSX.Element => {
  const { months, byStatus, ageing } = bills;
  return (
    <>
      <Card title={monthsTitle} actions={<a href={href(paths.bills())}>全部账单</a>}>
        <BarChart
          label={monthsTitle}
          series={series}
          groupLabel="出账月份"
          tickText={tickText}
          groups={months.map(({ month, from, to, ...sides }) => ({
            name: month,
            short: String(Number(month.slice(5))),
            bars: directions.map((direction) => valueOf(sides[direction], { direction, from, to })),
          }))}
        />
      </Card>
      <div className={css.columns}>
        <Card title="账单按状态">
          <SplitChart
            label="账单按状态"
            parts={billStatuses.map((status) => ({ key: status, label: billStatusNames[status], tone: tones[status] }))}
            rows={directions.map((direction) => ({
              name: billDirectionNames[direction],
              total: allOf(byStatus[direction], direction),
              values: billStatuses.map((status) => valueOf(byStatus[direction][status], { direction, status })),
            }))}
          />
        </Card>
        <Card title="账龄">
          <BarTable
            label="账龄"
            rowLabel="已确认、未结清"
            series={series}
            rows={ageing.map(({ age, dueFrom, dueTo, ...sides }) => ({
              name: ageNames[age],
              values: directions.map((direction) =>
                valueOf(sides[direction], { direction, status: 'confirmed', dueFrom, dueTo }),
              ),
            }))}
          />
        </Card>
      </div>
    </>
  );
};
