import { lineNoteNames, monthPartNames } from '@ronghui/domain/bank-line/account-month';
import { rmbText } from '@ronghui/domain/money';
import { Callout, Card, DateTime, Facts } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../bank-line.module.css';
import type { Month } from './month-queries.ts';

const lines = (count: number): string => `${count.toLocaleString('en-US')}\u00a0行`;
const unknown = '没有能连上的流水文件';

/** Where the lines of one direction went; together they are what moved. */
const Side = ({ month, direction }: { readonly month: Month; readonly direction: 'in' | 'out' }): JSX.Element => {
  const [count, amount] = direction === 'in' ? [month.inCount, month.inAmount] : [month.outCount, month.outAmount];
  return (
    <Card title={direction === 'in' ? '收进来的去处' : '付出去的去处'}>
      <Facts
        items={[
          ...month.parts
            .filter((part) => part.direction === direction)
            .map((part) => ({
              label: `${monthPartNames[part.part]}${part.kind === undefined ? '' : ` · ${lineNoteNames[part.kind]}`}`,
              value: `${rmbText(part.amount)}（${lines(part.count)}）`,
            })),
          { label: '合计', value: <b>{`${rmbText(amount)}（${lines(count)}）`}</b> },
        ]}
      />
    </Card>
  );
};

/** What keeps the month from being closed, each with the way to it. */
const Missing = ({ month }: { readonly month: Month }): JSX.Element | null => {
  const { openLines, gaps, uncoveredLines, earlierMonth, isOver } = month;
  const words = [
    ...(openLines === 0 ? [] : [`还差 ${lines(openLines)}没有去处，列在下面`]),
    ...gaps.map(
      ({ name, lastOn, closingAmount, reckonedAmount }) =>
        `文件“${name}”到 ${lastOn} 的期末是 ${rmbText(closingAmount)}，按流水应为 ${rmbText(reckonedAmount)}：中间缺流水，请导入缺的那几天`,
    ),
    ...(uncoveredLines === 0 ? [] : [`${lines(uncoveredLines)}不在有余额的文件里，请导入这个月完整的流水`]),
    ...(earlierMonth === undefined ? [] : [`${earlierMonth} 还没有月结，请先结那个月`]),
    ...(isOver ? [] : ['这个月还没有过完']),
  ];
  return words.length === 0 ? null : (
    <Callout tone="warn">
      <ul aria-label="还不能月结">
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Callout>
  );
};

/** The two proofs of a month: the bank's equation, and where each line went. @source receipts 2.6 */
export const MonthSums = ({ month }: { readonly month: Month }): JSX.Element => {
  const { openingAmount, inCount, inAmount, outCount, outAmount, closingAmount, closed } = month;
  return (
    <div className={css.body}>
      {closed === undefined ? (
        <Missing month={month} />
      ) : (
        <Callout>
          {month.month} 已月结：{closed.by}，<DateTime value={closed.at} />
          。指纹（SHA-256）
          <span className={css.digest}>{closed.sha256}</span>
        </Callout>
      )}
      <div className={css.sums}>
        <Card title={`${month.month} 流水`}>
          <Facts
            items={[
              { label: '期初', value: openingAmount === undefined ? unknown : rmbText(openingAmount) },
              { label: '＋ 收', value: `${rmbText(inAmount)}（${lines(inCount)}）` },
              { label: '－ 付', value: `${rmbText(outAmount)}（${lines(outCount)}）` },
              {
                label: '＝ 期末',
                value: closingAmount === undefined ? unknown : <b>{rmbText(closingAmount)}</b>,
              },
            ]}
          />
        </Card>
        <Side month={month} direction="in" />
        <Side month={month} direction="out" />
      </div>
    </div>
  );
};
