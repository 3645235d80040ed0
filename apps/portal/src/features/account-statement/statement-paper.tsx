import { ageNames, postingNames } from '@ronghui/domain/account-statement';
import { compareSums, noFen, rmbText, yuanInCapitals, yuanText } from '@ronghui/domain/money';
import { PrintHead } from '@ronghui/ui';
import type { JSX } from 'react';
import { usePaper } from '#kernel/paper.ts';
import type { Direction, Statement } from './account-statement-queries.ts';
import css from './statement-paper.module.css';
import { hasAnything, unsureOf } from './statement-sums.tsx';

const sentences: Readonly<Record<Direction, string>> = { payable: '贵司应付我司', receivable: '我司应付贵司' };
const words: Readonly<Record<Direction, string>> = { payable: '应付', receivable: '应收' };

/** One direction: what is open at the end, in figures and capitals, how it came about, and its ages. */
const Side = ({ direction, statement }: { direction: Direction; statement: Statement }): JSX.Element => {
  const { openingAmount: opening, flows, closingAmount: closing, ages } = statement[direction];
  const word = words[direction];
  const unsure = unsureOf(statement[direction]);
  const open = ages.filter(({ count }) => count > 0);
  return (
    <section className={css.part}>
      <p>
        {statement.isFinal ? `截至 ${statement.to} 24:00` : `截至打印时（${statement.to} 尚未结束）`}，
        {sentences[direction]}
      </p>
      <p className={css.amount}>{rmbText(closing)}</p>
      {typeof closing === 'number' ? <p>{yuanInCapitals(closing)}</p> : null}
      <table className={css.table}>
        <tbody>
          <tr>
            <th scope="row">期初{word}</th>
            <td>{yuanText(opening)}</td>
          </tr>
          {flows.map(({ kind, count, amount }) => (
            <tr key={`${kind} ${amount}`}>
              <th scope="row">
                {postingNames[kind]} {count} 笔
              </th>
              <td>{yuanText(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">期末{word}</th>
            <td>{yuanText(closing)}</td>
          </tr>
        </tfoot>
      </table>
      {unsure === '' ? null : <p>其中{unsure}。</p>}
      {open.length === 0 ? null : (
        <p>账龄：{open.map(({ band, amount }) => `${ageNames[band]} ${yuanText(amount)}`).join('；')}。</p>
      )}
    </section>
  );
};

/** The statement of account on A4 (往来对账单). Only on paper. @source receipts 3.2 */
export const StatementPaper = ({ statement }: { statement: Statement }): JSX.Element => {
  const { from, to, unapplied, postings, sha256, isFinal } = statement;
  const paper = usePaper();
  return (
    <article className={css.paper} aria-hidden="true">
      <PrintHead {...paper} title="往来对账单" />
      <p>
        {from} 至 {to}
      </p>
      <p>
        致：{paper.party}
        <br />
        由：{paper.brand}
      </p>
      <Side direction="payable" statement={statement} />
      {hasAnything(statement.receivable) ? <Side direction="receivable" statement={statement} /> : null}
      {compareSums(unapplied.closingAmount, noFen) === 0 ? null : (
        <p>
          另有预收款 {yuanText(unapplied.closingAmount)}
          {compareSums(unapplied.inCheckAmount, noFen) > 0
            ? `（其中 ${yuanText(unapplied.inCheckAmount)} 核对中）`
            : ''}
          ，未抵扣，不在余额之内。
        </p>
      )}
      <div className={css.signs}>
        <span>
          制表（盖章）
          <br />
          　　年　月　日
        </span>
        <span>
          商户确认（盖章）
          <br />
          　　年　月　日
        </span>
      </div>
      <section className={css.part}>
        <p>
          本期发生额共 {postings}&nbsp;笔，逐笔见商户中心的对账单。
          {isFinal
            ? '校验码由商户、起止日期、期初与期末、预收款和每一笔发生额计算（SHA-256）。'
            : '最后一天尚未结束，没有校验码。'}
        </p>
        {isFinal ? <p className={css.digest}>{sha256}</p> : null}
      </section>
    </article>
  );
};
