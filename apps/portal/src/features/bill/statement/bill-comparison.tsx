import { differenceOf, type Fen, noFen, rmbText } from '@ronghui/domain/money';
import { Amount } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { BillDetail } from '../bill-queries.ts';
import css from './statement.module.css';

const signed = (amount: Fen): string => (amount > 0 ? `+${rmbText(amount)}` : rmbText(amount));

/** 比上期多 ¥1,200.00 */
const verdict = (difference: Fen): string => {
  if (difference === 0) return '与上期相同';
  return difference > 0 ? `比上期多 ${rmbText(difference)}` : `比上期少 ${rmbText(differenceOf(noFen, difference))}`;
};

/** Why the bill is more or less than the one of the stage before; the parts add up to the difference. @source figures.md */
export const BillComparison = ({ bill: { comparison, amount } }: { bill: BillDetail }): JSX.Element => {
  if (comparison === null)
    return <p className={css.mut}>这是同一项目、产品和机构的第一张账单，之前没有账单，无从比较。</p>;
  const { stageName, billNo, parts } = comparison;
  return (
    <div className={css.origin}>
      <p className={css.verdict}>{verdict(differenceOf(amount, comparison.amount))}</p>
      <p className={css.line}>
        <a href={href(paths.bill(billNo))}>
          {stageName} {billNo}
        </a>
        <Amount text={rmbText(comparison.amount)} />
      </p>
      {parts.map((part) => (
        <p key={part.label} className={css.line}>
          <span>{part.label}</span>
          <Amount text={signed(part.amount)} toned />
        </p>
      ))}
      <p className={css.total}>
        <span>本期</span>
        <Amount text={rmbText(amount)} />
      </p>
    </div>
  );
};
