import { billStatusNames, providerDirectionNames } from '@ronghui/domain/bill';
import { dueDaysOf, type UnpaidAge } from '@ronghui/domain/business';
import { dayLater } from '@ronghui/domain/calendar';
import { addSums, type FenSum, rmbText, sizeOfSum } from '@ronghui/domain/money';
import { BarTable, type ChartTone, SplitChart } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Asked, type Figures, useFigures, useUnpaid } from './business-queries.ts';
import { amountTick, countText, sumOf } from './business-words.ts';
import { FigureCard, Sums } from './figure-card.tsx';
import { PeriodChart } from './period-chart.tsx';

const directions = ['payable', 'receivable'] as const;
type Search = NonNullable<Parameters<typeof paths.bills>[0]>;
type States = Figures<'bills'>['states']['payable'];

const ageNames: Readonly<Record<UnpaidAge, string>> = {
  notDue: '未到期',
  days30: '逾期 1–30\u00a0天',
  days60: '逾期 31–60\u00a0天',
  days90: '逾期 61–90\u00a0天',
  older: '逾期 90\u00a0天以上',
};

const states: readonly { readonly key: keyof States; readonly label: string; readonly tone: ChartTone }[] = [
  { key: 'pending', label: billStatusNames.pending, tone: 'striped' },
  { key: 'disputed', label: billStatusNames.disputed, tone: 'dotted' },
  { key: 'confirmed', label: billStatusNames.confirmed, tone: 'solid' },
  { key: 'overdue', label: '已逾期', tone: 'barred' },
  { key: 'settled', label: billStatusNames.settled, tone: 'pale' },
];

/** The filter of the list that holds the bills of a state. */
const searchOf = (state: keyof States, today: string): Search => {
  if (state === 'confirmed') return { status: 'confirmed', dueFrom: today };
  if (state === 'overdue') return { status: 'confirmed', dueTo: dayLater(today, -1) };
  return { status: state };
};

const billValue = ({ count, amount }: { count: number; amount: FenSum }, search: Search) => ({
  value: sizeOfSum(amount),
  text: rmbText(amount),
  count: countText(count, '张'),
  href: count === 0 ? undefined : href(paths.bills(search)),
});

/** Bills by their day of issue, the two directions beside each other and never netted. @source R11.2 */
export const BillCard = ({ asked }: { asked: Asked }): JSX.Element => {
  const { from, to, by } = asked;
  return (
    <FigureCard title="出账" note="按出账日期归期；向商户收的与付给商户的不相抵。" answer={useFigures('bills', asked)}>
      {({ periods }) => (
        <>
          <Sums
            sums={directions.map((direction) => {
              const count = sumOf(periods.map((period) => period[direction].count));
              return {
                label: `${providerDirectionNames[direction]}的账单`,
                text: rmbText(addSums(periods.map((period) => period[direction].amount))),
                note: countText(count, '张'),
                href: count === 0 ? undefined : href(paths.bills({ from, to, direction })),
              };
            })}
          />
          <PeriodChart
            label="出账"
            by={by}
            series={directions.map((direction) => providerDirectionNames[direction])}
            tickText={amountTick}
            periods={periods.map((period) => ({
              from: period.from,
              to: period.to,
              values: directions.map((direction) =>
                billValue(period[direction], { from: period.from, to: period.to, direction }),
              ),
            }))}
          />
        </>
      )}
    </FigureCard>
  );
};

/** What the bills of the range are by now. @source R11.2 */
export const BillStateCard = ({ asked }: { asked: Asked }): JSX.Element => {
  const { from, to } = asked;
  return (
    <FigureCard
      title="账单现状"
      note="所选日期内出账的账单，现在的状态；已确认的不含已逾期的。"
      answer={useFigures('bills', asked)}
    >
      {({ states: sums, today }) => (
        <SplitChart
          label="账单现状"
          parts={states}
          rows={directions.map((direction) => {
            const parts = states.map(({ key }) => sums[direction][key]);
            return {
              name: providerDirectionNames[direction],
              total: {
                text: rmbText(addSums(parts.map(({ amount }) => amount))),
                href: parts.every(({ count }) => count === 0) ? undefined : href(paths.bills({ from, to, direction })),
              },
              values: states.map(({ key }) =>
                billValue(sums[direction][key], { from, to, direction, ...searchOf(key, today) }),
              ),
            };
          })}
        />
      )}
    </FigureCard>
  );
};

/** How old what is unpaid is, whenever it was issued. @source R11.2 */
export const UnpaidCard = (): JSX.Element => (
  <FigureCard title="未结清账龄" note="已确认、未结清的全部账单，截至今天，与所选日期无关。" answer={useUnpaid()}>
    {({ ages, today }) => (
      <BarTable
        label="未结清账龄"
        rowLabel="付款到期"
        series={[
          { label: providerDirectionNames.payable, tone: 'solid' },
          { label: providerDirectionNames.receivable, tone: 'striped' },
        ]}
        rows={ages.map(({ age, ...sides }) => {
          const { from: dueFrom, to: dueTo } = dueDaysOf(age, today);
          const due = { ...(dueFrom === undefined ? {} : { dueFrom }), ...(dueTo === undefined ? {} : { dueTo }) };
          return {
            name: ageNames[age],
            values: directions.map((direction) => {
              const { count, remainingAmount } = sides[direction];
              return {
                value: sizeOfSum(remainingAmount),
                text: rmbText(remainingAmount),
                count: countText(count, '张'),
                href: count === 0 ? undefined : href(paths.settlement({ direction, ...due })),
              };
            }),
          };
        })}
      />
    )}
  </FigureCard>
);
