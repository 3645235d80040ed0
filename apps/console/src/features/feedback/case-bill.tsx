import { billStatusNames, providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type DetailFacts, Facts, factsOf } from '@ronghui/ui';
import type { JSX } from 'react';
import { BillLines } from '#features/bill/bill.shared.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './feedback.module.css';
import type { FeedbackCase } from './feedback-queries.ts';
import { differenceText, lastDay, scopeText } from './feedback-words.ts';

const facts: DetailFacts<FeedbackCase> = {
  billNo: ({ billNo }) => [{ label: '账单', value: billNo }],
  billStatus: ({ billStatus }) => [{ label: '账单状态', value: billStatusNames[billStatus] }],
  direction: ({ direction }) => [{ label: '方向', value: providerDirectionNames[direction] }],
  stageName: ({ stageName }) => [{ label: '账期', value: stageName }],
  productName: ({ productName }) => [{ label: '产品', value: productName }],
  orgName: ({ orgName }) => [{ label: '机构', value: orgName }],
  billAmount: ({ billAmount }) => [{ label: '账单现金额', value: <Amount text={rmbText(billAmount)} /> }],
  billTaxAmount: ({ billTaxAmount }) => [{ label: '其中税额', value: <Amount text={rmbText(billTaxAmount)} /> }],
  billPaidAmount: ({ billPaidAmount }) => [
    { label: '已收付', value: billPaidAmount === 0 ? '' : <Amount text={rmbText(billPaidAmount)} /> },
  ],
  billDueOn: ({ billDueOn, billStatus }) => [
    {
      label: billStatus === 'confirmed' || billStatus === 'settled' ? '付款到期' : '付款到期（预计）',
      value: billDueOn,
    },
  ],
  confirmBy: ({ confirmBy }) => [
    { label: '确认截止', value: <DateTime value={lastDay(confirmBy)} precision="date" /> },
  ],
  createdAt: ({ createdAt }) => [{ label: '提出时间', value: <DateTime value={createdAt} /> }],
  rated: ({ rated }) => [
    {
      label: '商户评价',
      value:
        rated === undefined ? '' : `${rated.helpful ? '已解决' : '未解决'}${rated.comment ? `：${rated.comment}` : ''}`,
    },
  ],
  reopened: ({ reopened }) => [{ label: '再次提出', value: reopened ? '是，本次答复为最终结果' : '' }],
  feedbackNo: 'elsewhere',
  tenantName: 'elsewhere',
  status: 'elsewhere',
  withdrawn: 'elsewhere',
  late: 'elsewhere',
  awaitsRelease: 'elsewhere',
  claimedAmount: 'elsewhere',
  standingAmount: 'elsewhere',
  standsAmount: 'elsewhere',
  lineCount: 'elsewhere',
  answerBy: 'elsewhere',
  reason: 'elsewhere',
  lines: 'elsewhere',
  explainedLines: 'elsewhere',
  messages: 'elsewhere',
  answer: 'elsewhere',
  proposal: 'elsewhere',
  formerProposals: 'elsewhere',
  lineIds: 'notShown',
  canReopen: 'notShown',
  tenantId: 'notShown',
  version: 'notShown',
  revision: 'notShown',
  last: 'elsewhere',
};

/** The claim against what stands, the bill, and the chosen lines with their computation, or all of the bill's where the claim is about the whole of it. */
export const CaseBill = ({ found }: { found: FeedbackCase }): JSX.Element => {
  const mayReadBills = useAuth()['ops.billing.read'] === true;
  return (
    <section className={css.panel} aria-label="主张与账单">
      <h2 className={css.title}>主张（{scopeText(found.lineCount)}）</h2>
      <dl className={css.figures}>
        <div>
          <dt>账单所示</dt>
          <dd>
            <Amount text={rmbText(found.standsAmount)} size="medium" />
          </dd>
        </div>
        <div>
          <dt>商户主张</dt>
          <dd>
            <Amount text={rmbText(found.claimedAmount)} size="medium" />
          </dd>
        </div>
        <div>
          <dt>相差</dt>
          <dd>
            <Amount text={differenceText(found.claimedAmount, found.standsAmount)} size="medium" />
          </dd>
        </div>
      </dl>
      {found.standsAmount === found.standingAmount ? null : (
        <p className={css.note}>提出时为 {rmbText(found.standingAmount)}，此后的答复改变了它。</p>
      )}
      <p className={css.words}>{found.reason}</p>
      <Facts columns={2} items={factsOf(found, facts)} />
      {found.explainedLines.length > 0 ? (
        <ChosenLines found={found} />
      ) : mayReadBills ? (
        <BillLines bill={{ billNo: found.billNo }} />
      ) : null}
    </section>
  );
};

const ChosenLines = ({ found: { explainedLines } }: { found: FeedbackCase }): JSX.Element => (
  <>
    <h2 className={css.title}>所选明细</h2>
    <div className={css.scroll} tabIndex={0} role="region" aria-label="所选明细">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">业务编号</th>
            <th scope="col">日期</th>
            <th scope="col">计算</th>
            <th scope="col" className={css.right}>
              现为
            </th>
          </tr>
        </thead>
        <tbody>
          {explainedLines.map(({ lineId, loanNo, occurredOn, computation, amount, standingAmount }) => (
            <tr key={lineId}>
              <th scope="row">{loanNo}</th>
              <td className={css.whole}>{occurredOn}</td>
              <td>{computation}</td>
              <td className={css.right}>
                <Amount text={rmbText(standingAmount)} />
                {standingAmount === amount ? null : <div className={css.note}>原为 {rmbText(amount)}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);
