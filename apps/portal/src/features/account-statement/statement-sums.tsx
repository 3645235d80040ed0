import { ageNames, movesOf } from '@ronghui/domain/account-statement';
import { compareSums, noFen, rmbText } from '@ronghui/domain/money';
import { Amount, Callout, Card, classNames, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Direction, Statement } from './account-statement-queries.ts';
import css from './statement-sums.module.css';

const words: Readonly<Record<Direction, string>> = { payable: '应付', receivable: '应收' };

/** Whether a direction has anything in the span. */
export const hasAnything = ({ openingAmount: opening, closingAmount: closing, flows }: Statement[Direction]): boolean =>
  flows.length > 0 || compareSums(opening, noFen) !== 0 || compareSums(closing, noFen) !== 0;

/** What of a balance is not sure yet, in words; empty where all is. */
export const unsureOf = ({ pendingAmount, disputedAmount }: Statement[Direction]): string =>
  [['待确认', pendingAmount] as const, ['差异处理中', disputedAmount] as const]
    .filter(([, amount]) => compareSums(amount, noFen) > 0)
    .map(([name, amount]) => `${name} ${rmbText(amount)}`)
    .join('、');

const Term = ({ label, amount, isEnd = false }: { label: string; amount: string; isEnd?: boolean }): JSX.Element => (
  <div className={classNames(css.term, isEnd && css.end)}>
    <dt className={css.label}>{label}</dt>
    <dd>
      <Amount text={amount} size="medium" />
    </dd>
  </div>
);

/** One direction: opening ＋ raised － lowered ＝ closing, and how old what is open is. */
const Side = ({ direction, statement }: { direction: Direction; statement: Statement }): JSX.Element => {
  const side = statement[direction];
  const { raised, lowered } = movesOf(side.flows);
  const word = words[direction];
  const ages = side.ages.filter(({ count }) => count > 0);
  const unsure = unsureOf(side);
  return (
    <Card>
      <dl className={css.equation}>
        <Term label={`期初${word}`} amount={rmbText(side.openingAmount)} />
        <Term label="＋ 增加" amount={rmbText(raised)} />
        <Term label="－ 减少" amount={rmbText(lowered)} />
        <Term label={`＝ 期末${word}`} amount={rmbText(side.closingAmount)} isEnd />
      </dl>
      {ages.length === 0 ? null : (
        <ul className={css.ages} aria-label={`${word}账龄`}>
          {ages.map(({ band, count, amount }) => (
            <li key={band} className={classNames(band !== 'notDue' && css.late)}>
              {ageNames[band]} {count}&nbsp;张 <b>{rmbText(amount)}</b>
            </li>
          ))}
        </ul>
      )}
      {unsure === '' ? null : <p className={css.note}>期末含{unsure}。</p>}
    </Card>
  );
};

const Unapplied = ({ statement: { unapplied } }: { statement: Statement }): JSX.Element | null =>
  Object.values(unapplied).every((sum) => compareSums(sum, noFen) === 0) ? null : (
    <Callout>
      预收款不在余额内：期初 {rmbText(unapplied.openingAmount)}，收到 {rmbText(unapplied.inAmount)}，认款{' '}
      {rmbText(unapplied.appliedAmount)}，退款 {rmbText(unapplied.refundedAmount)}，期末{' '}
      <b>{rmbText(unapplied.closingAmount)}</b>
      {compareSums(unapplied.inCheckAmount, noFen) > 0 ? `，其中 ${rmbText(unapplied.inCheckAmount)} 核对中` : ''}。
    </Callout>
  );

/** The sums of a statement: payable and receivable side by side, never netted, and unapplied money beside. @source receipts 3.1 */
export const StatementSums = ({ statement }: { statement: Statement | undefined }): JSX.Element => {
  if (statement === undefined) return <Skeleton className={css.waiting} />;
  return (
    <div className={css.sums}>
      <Side direction="payable" statement={statement} />
      {hasAnything(statement.receivable) ? <Side direction="receivable" statement={statement} /> : null}
      <Unapplied statement={statement} />
    </div>
  );
};
