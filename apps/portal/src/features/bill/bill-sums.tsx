import { billDirectionNames, billStatuses, billStatusNames } from '@ronghui/domain/bill';
import { compareSums, noFen, rmbText } from '@ronghui/domain/money';
import { Amount, classNames, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { BillFilter, BillSum } from './bill-queries.ts';
import css from './bill-sums.module.css';

type Direction = keyof BillSum['byDirection'];

const directions: readonly Direction[] = ['payable', 'receivable'];

/** The sums of the filter: both directions side by side, or the one that the filter names. @source R10.3, billing.md, bills */
export const billSums = (sum: BillSum | undefined, filter: BillFilter) =>
  directions
    .filter((direction) => filter.direction === undefined || filter.direction === direction)
    .map((direction) => ({
      label: `${billDirectionNames[direction]}合计`,
      wide: true as const,
      value: <DirectionSum direction={direction} sum={sum?.byDirection[direction]} filter={filter} />,
    }));

type OfDirection = BillSum['byDirection'][Direction];

/** What is paid of a sum, or received, and what is not. */
const OpenSum = ({
  direction,
  sum: { paidAmount, openAmount },
}: {
  direction: Direction;
  sum: OfDirection;
}): JSX.Element => (
  <span className={classNames(css.count, css.part)}>
    <span className={css.piece}>
      {direction === 'payable' ? '已付' : '已收'} {rmbText(paidAmount)}，
    </span>
    <span className={css.piece}>
      {direction === 'payable' ? '未付' : '未收'} <b className={css.open}>{rmbText(openAmount)}</b>
    </span>
  </span>
);

const count = (value: number): string => value.toLocaleString('en-US');

interface DirectionSumProps {
  readonly direction: Direction;
  /** Undefined while it loads. */
  readonly sum: OfDirection | undefined;
  readonly filter: BillFilter;
}

/** The sum of a direction, and by status; each leads to its bills. */
const DirectionSum = ({ direction, sum, filter }: DirectionSumProps): JSX.Element => {
  const beside = filter.direction === undefined ? '' : undefined;
  if (sum === undefined) return <Skeleton className={classNames(css.waiting, beside === '' && css.beside)} />;
  const statuses = billStatuses.filter((status) => sum.byStatus[status].count > 0);
  return (
    <span className={css.sum} data-beside={beside}>
      <span>
        <Amount text={rmbText(sum.amount)} size="medium" />{' '}
        <span className={css.count}>{count(sum.count)}&nbsp;张</span>
      </span>
      {compareSums(sum.paidAmount, noFen) > 0 && compareSums(sum.openAmount, noFen) > 0 ? (
        <OpenSum direction={direction} sum={sum} />
      ) : null}
      <span className={css.statuses} data-beside={beside}>
        {statuses.length === 0 ? '没有账单' : null}
        {statuses.map((status) => (
          <a key={status} href={href(paths.bills({ ...filter, direction, status }))}>
            {billStatusNames[status]} {count(sum.byStatus[status].count)}&nbsp;张 {rmbText(sum.byStatus[status].amount)}
          </a>
        ))}
      </span>
    </span>
  );
};
