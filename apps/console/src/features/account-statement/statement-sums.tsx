import { ageNames, movesOf } from '@ronghui/domain/account-statement';
import { type BillDirection, providerDirectionNames } from '@ronghui/domain/bill';
import { compareSums, noFen, rmbText } from '@ronghui/domain/money';
import { Card, Facts } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Statement } from './account-statement-queries.ts';
import css from './statement-sums.module.css';

const Side = ({ direction, side }: { direction: BillDirection; side: Statement[BillDirection] }): JSX.Element => {
  const { raised, lowered } = movesOf(side.flows);
  return (
    <Card title={providerDirectionNames[direction]}>
      <Facts
        items={[
          { label: '期初', value: rmbText(side.openingAmount) },
          { label: '＋ 增加', value: rmbText(raised) },
          { label: '－ 减少', value: rmbText(lowered) },
          { label: '＝ 期末', value: <b>{rmbText(side.closingAmount)}</b> },
          {
            label: '账龄',
            value: side.ages
              .filter(({ count }) => count > 0)
              .map(({ band, count, amount }) => `${ageNames[band]} ${count}\u00a0张 ${rmbText(amount)}`)
              .join('；'),
          },
          {
            label: '待确认',
            value: compareSums(side.pendingAmount, noFen) > 0 ? rmbText(side.pendingAmount) : '',
          },
          {
            label: '差异处理中',
            value: compareSums(side.disputedAmount, noFen) > 0 ? rmbText(side.disputedAmount) : '',
          },
        ]}
      />
    </Card>
  );
};

/** The sums of a statement: both directions side by side, never netted, and unapplied money beside them. @source receipts 3.1 */
export const StatementSums = ({ statement }: { statement: Statement }): JSX.Element => {
  const { payable, receivable, unapplied } = statement;
  return (
    <div className={css.sums}>
      <Side direction="payable" side={payable} />
      <Side direction="receivable" side={receivable} />
      <Card title="预收款（不在余额内）">
        <Facts
          items={[
            { label: '期初', value: rmbText(unapplied.openingAmount) },
            { label: '＋ 收到', value: rmbText(unapplied.inAmount) },
            { label: '－ 认款', value: rmbText(unapplied.appliedAmount) },
            { label: '－ 退款', value: rmbText(unapplied.refundedAmount) },
            { label: '＝ 期末', value: <b>{rmbText(unapplied.closingAmount)}</b> },
            {
              label: '其中核对中',
              value: compareSums(unapplied.inCheckAmount, noFen) > 0 ? rmbText(unapplied.inCheckAmount) : '',
            },
          ]}
        />
      </Card>
    </div>
  );
};
