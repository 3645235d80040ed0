import { addSums, rmbText, sizeOfSum } from '@ronghui/domain/money';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Asked, useFigures } from './business-queries.ts';
import { amountTick, countText, countTick, durationText, sumOf } from './business-words.ts';
import { FigureCard, type Sum, Sums } from './figure-card.tsx';
import { PeriodChart } from './period-chart.tsx';

/** A count as a sum, with the way to its rows. */
const counted = (label: string, count: number, unit: string, path: string): Sum => ({
  label,
  text: countText(count, unit),
  href: count === 0 ? undefined : href(path),
});

/** A count in a chart, with the way to its rows. */
const point = (value: number, unit: string, path: string) => ({
  value,
  text: countText(value, unit),
  href: value === 0 ? undefined : href(path),
});

interface CardProps {
  readonly asked: Asked;
}

/** Orders that were submitted, and that were paid. @source R11.2 */
export const OrderCard = ({ asked }: CardProps): JSX.Element => {
  const { from, to, by } = asked;
  const submittedPath = (days: { from: string; to: string }) => paths.orders({ queue: 'all', ...days });
  const paidPath = (days: { from: string; to: string }) =>
    paths.orders({ queue: 'all', paidFrom: days.from, paidTo: days.to });
  return (
    <FigureCard
      title="订单"
      note="提交按下单日期、付款按确认到账日期归期；后付费订单不在付款之内。"
      answer={useFigures('orders', asked)}
    >
      {({ periods }) => {
        const sum = (kind: 'submitted' | 'paid', label: string, path: string): Sum => {
          const count = sumOf(periods.map((period) => period[kind].count));
          return {
            label,
            text: rmbText(addSums(periods.map((period) => period[kind].amount))),
            note: countText(count, '笔'),
            href: count === 0 ? undefined : href(path),
          };
        };
        return (
          <>
            <Sums
              sums={[
                sum('submitted', '提交', submittedPath({ from, to })),
                sum('paid', '已付款', paidPath({ from, to })),
              ]}
            />
            <PeriodChart
              label="订单"
              by={by}
              series={['提交', '已付款']}
              tickText={amountTick}
              periods={periods.map(({ submitted, paid, ...days }) => ({
                ...days,
                values: [
                  { ...submitted, path: submittedPath(days) },
                  { ...paid, path: paidPath(days) },
                ].map(({ count, amount, path }) => ({
                  value: sizeOfSum(amount),
                  text: `${rmbText(amount)}（${countText(count, '笔')}）`,
                  href: count === 0 ? undefined : href(path),
                })),
              }))}
            />
          </>
        );
      }}
    </FigureCard>
  );
};

/** Certifications and their results. @source R11.2 */
export const CertificationCard = ({ asked }: CardProps): JSX.Element => {
  const { from, to, by } = asked;
  const pathOf = (status: string, days: { from: string; to: string }) => paths.certifications({ status, ...days });
  return (
    <FigureCard
      title="企业认证"
      note="各商户最近一次提交，按提交日期归期；结果为现在的状态。"
      answer={useFigures('certifications', asked)}
    >
      {({ periods, medianMinutes }) => (
        <>
          <Sums
            sums={[
              counted('提交', sumOf(periods.map(({ submitted }) => submitted)), '份', pathOf('all', { from, to })),
              counted('通过', sumOf(periods.map(({ passed }) => passed)), '份', pathOf('passed', { from, to })),
              counted('驳回', sumOf(periods.map(({ rejected }) => rejected)), '份', pathOf('rejected', { from, to })),
              { label: '答复用时（中位数）', text: medianMinutes === null ? '—' : durationText(medianMinutes) },
            ]}
          />
          <PeriodChart
            label="企业认证"
            by={by}
            series={['提交', '通过']}
            tickText={countTick}
            periods={periods.map(({ submitted, passed, rejected: _, ...days }) => ({
              ...days,
              values: [point(submitted, '份', pathOf('all', days)), point(passed, '份', pathOf('passed', days))],
            }))}
          />
        </>
      )}
    </FigureCard>
  );
};

/** Leads and what became of them. @source R11.2 */
export const LeadCard = ({ asked }: CardProps): JSX.Element => {
  const { from, to, by } = asked;
  return (
    <FigureCard title="线索" note="按提交日期归期；结果为现在的状态。" answer={useFigures('leads', asked)}>
      {({ periods }) => (
        <>
          <Sums
            sums={[
              counted('新增', sumOf(periods.map(({ added }) => added)), '条', paths.leads({ from, to })),
              counted('成交', sumOf(periods.map(({ won }) => won)), '条', paths.leads({ from, to, status: 'won' })),
              counted('流失', sumOf(periods.map(({ lost }) => lost)), '条', paths.leads({ from, to, status: 'lost' })),
            ]}
          />
          <PeriodChart
            label="线索"
            by={by}
            series={['新增', '成交']}
            tickText={countTick}
            periods={periods.map(({ added, won, lost: _, ...days }) => ({
              ...days,
              values: [
                point(added, '条', paths.leads(days)),
                point(won, '条', paths.leads({ ...days, status: 'won' })),
              ],
            }))}
          />
        </>
      )}
    </FigureCard>
  );
};

/** Variance feedback, its answers, and what they changed. @source R11.2 */
export const FeedbackCard = ({ asked }: CardProps): JSX.Element => {
  const { from, to, by } = asked;
  return (
    <FigureCard title="差异反馈" note="按提出日期归期；调增与调减分列，不相抵。" answer={useFigures('feedback', asked)}>
      {({ periods, adjusted }) => {
        const adjustedHref = adjusted.count === 0 ? undefined : href(paths.feedbacks({ queue: 'adjusted', from, to }));
        return (
          <>
            <Sums
              sums={[
                counted(
                  '提出',
                  sumOf(periods.map(({ opened }) => opened)),
                  '条',
                  paths.feedbacks({ queue: 'all', from, to }),
                ),
                counted(
                  '已答复',
                  sumOf(periods.map(({ answered }) => answered)),
                  '条',
                  paths.feedbacks({ queue: 'answered', from, to }),
                ),
                { label: '有调整', text: countText(adjusted.count, '条'), href: adjustedHref },
                { label: '调增', text: rmbText(adjusted.raisedAmount), href: adjustedHref },
                { label: '调减', text: rmbText(adjusted.loweredAmount), href: adjustedHref },
              ]}
            />
            <PeriodChart
              label="差异反馈"
              by={by}
              series={['提出', '已答复']}
              tickText={countTick}
              periods={periods.map(({ opened, answered, ...days }) => ({
                ...days,
                values: [
                  point(opened, '条', paths.feedbacks({ queue: 'all', ...days })),
                  point(answered, '条', paths.feedbacks({ queue: 'answered', ...days })),
                ],
              }))}
            />
          </>
        );
      }}
    </FigureCard>
  );
};
