import { billDirectionNames, billStatusNames } from '@ronghui/domain/bill';
import { type Fen, noFen, rmbText, sumFen, yuanInCapitals } from '@ronghui/domain/money';
import { DateTime, Facts, factsOf, PrintHead } from '@ronghui/ui';
import type { JSX, ReactNode } from 'react';
import { usePaper } from '#kernel/paper.ts';
import { type BillDetail, type BillLine, printedLines } from '../bill-queries.ts';
import { billFacts } from '../statement/bill-facts.tsx';
import { TierTable } from '../statement/tier-table.tsx';
import css from './bill-paper.module.css';
import { basisText, digestText } from './paper-words.ts';

interface PaperProps {
  readonly bill: BillDetail;
  readonly lines: readonly BillLine[];
}

/** The statement on A4, with its first lines as an annex. Only on paper. @source R10.3, ux "Bills read like a statement" */
export const BillPaper = ({ bill, lines }: PaperProps): JSX.Element => (
  <div className={css.paper} aria-hidden="true">
    <PrintHead {...usePaper()} title={`结算账单 ${bill.billNo}`} />
    <p className={css.amount}>
      {billDirectionNames[bill.direction]} {rmbText(bill.amount)}
    </p>
    <p>
      {yuanInCapitals(bill.amount)} · {billStatusNames[bill.status]}
      {bill.approval === 'waiting' ? '，待复核' : ''}
    </p>
    <Facts columns={2} items={factsOf(bill, billFacts).filter(({ label }) => label !== '账单号')} />
    <Part title="金额是怎么来的">
      <Sums bill={bill} />
    </Part>
    <Part title="计费规则">
      {bill.rules.map(({ ruleId, version, text, share, tiers }) => (
        <div key={`${ruleId} ${version}`}>
          <p>
            {text}
            {share}
          </p>
          <TierTable tiers={tiers} className={css.table} numberClass={css.right} />
        </div>
      ))}
    </Part>
    <Adjustments bill={bill} />
    <Payments bill={bill} />
    {bill.payee === null ? null : (
      <Part title="收款账户">
        <p>
          户名 {bill.payee.name}，开户行 {bill.payee.bank}，账号 {bill.payee.accountNo}，转账附言{' '}
          {bill.paymentCode ?? bill.billNo}
        </p>
      </Part>
    )}
    {bill.receivingAccount === null ? null : (
      <Part title="平台付至">
        <p>
          户名 {bill.receivingAccount.name}，开户行 {bill.receivingAccount.bank}，账号 {bill.receivingAccount.accountNo}
        </p>
      </Part>
    )}
    <Part title="校验码">
      <p className={css.digest}>{bill.digest}</p>
      <p>{digestText}</p>
    </Part>
    <Annex bill={bill} lines={lines} />
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }): JSX.Element => (
  <section className={css.part}>
    <h3>{title}</h3>
    {children}
  </section>
);

const Sums = ({ bill }: { bill: BillDetail }): JSX.Element => (
  <table className={css.table}>
    <tbody>
      {bill.sums.map(({ label, amount }) => (
        <tr key={label}>
          <td>{label}</td>
          <td className={css.right}>{rmbText(amount)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td>账单金额</td>
        <td className={css.right}>{rmbText(bill.amount)}</td>
      </tr>
    </tfoot>
  </table>
);

/** What answers have changed, with the lines that they changed: the annex may not reach them. */
const Adjustments = ({ bill: { adjustments } }: { bill: BillDetail }): JSX.Element | null =>
  adjustments.length === 0 ? null : (
    <Part title="调整">
      {adjustments.map(({ feedbackNo, fromAmount, toAmount, reason, by, at, lines }) => (
        <p key={`${feedbackNo} ${at}`}>
          <DateTime value={at} precision="date" />：{rmbText(fromAmount)} → {rmbText(toAmount)}，{reason}（{by}
          ，差异反馈 {feedbackNo}）{lines.length === 0 ? '' : `其中 ${lines.map(lineChangeText).join('；')}。`}
        </p>
      ))}
    </Part>
  );

/** HT-19877：¥630.00 → ¥0.00 */
const lineChangeText = ({ loanNo, fromAmount, toAmount }: BillDetail['adjustments'][number]['lines'][number]): string =>
  `${loanNo}：${rmbText(fromAmount)} → ${rmbText(toAmount)}`;

/** The payments that stand: what an accountant files the paper with. */
const Payments = ({ bill: { settlements } }: { bill: BillDetail }): JSX.Element | null =>
  settlements.length === 0 ? null : (
    <Part title="结算记录">
      {settlements.map(({ amount, on, serial, by, at }) => (
        <p key={`${serial} ${at}`}>
          {on}：{rmbText(amount)}，银行流水号 {serial}（{by}，
          <DateTime value={at} precision="date" /> 登记）
        </p>
      ))}
    </Part>
  );

/** The fee of a line as it stands: after the answers of feedback. */
const standingOf = ({ amount, adjustedAmount }: BillLine): Fen | null => adjustedAmount ?? amount;

const Annex = ({ bill: { lineCount }, lines }: PaperProps): JSX.Element => (
  <section className={css.annex}>
    <h3>附件：明细</h3>
    <p>
      {lineCount > lines.length
        ? `共 ${lineCount.toLocaleString('en-US')}\u00a0条，这里列出前 ${Math.min(printedLines, lines.length)}\u00a0条；全部明细可在商户中心这张账单的“明细”处导出。`
        : `共 ${lineCount.toLocaleString('en-US')}\u00a0条。`}
    </p>
    <table className={css.table}>
      <thead>
        <tr>
          <th>业务编号</th>
          <th>日期</th>
          <th className={css.right}>计费金额或数量</th>
          <th>计算</th>
          <th className={css.right}>费用</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { lineId, loanNo, occurredOn, computation, adjustedAmount } = line;
          const standing = standingOf(line);
          return (
            <tr key={lineId}>
              <td>{loanNo}</td>
              <td>{occurredOn}</td>
              <td className={css.right}>{basisText(line)}</td>
              <td>
                {computation}
                {adjustedAmount === undefined ? '' : `，反馈调整为 ${rmbText(adjustedAmount)}`}
              </td>
              <td className={css.right}>{standing === null ? '—' : rmbText(standing)}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>{lineCount > lines.length ? `以上 ${lines.length}\u00a0条小计` : '合计'}</td>
          <td className={css.right}>{rmbText(sumFen(lines.map((line) => standingOf(line) ?? noFen)))}</td>
        </tr>
      </tfoot>
    </table>
  </section>
);
