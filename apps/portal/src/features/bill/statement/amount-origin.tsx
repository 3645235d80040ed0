import { type Fen, rmbText } from '@ronghui/domain/money';
import { Amount, DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import type { BillDetail } from '../bill-queries.ts';
import { RuleDialog } from './lazy-rule-dialog.ts';
import css from './statement.module.css';
import { TierTable } from './tier-table.tsx';

type Adjustment = BillDetail['adjustments'][number];
type Rule = BillDetail['rules'][number];

const signed = (amount: Fen): string => (amount > 0 ? `+${rmbText(amount)}` : rmbText(amount));

/** The parts of a bill's amount in their order, each with the adjustment that it stands for. */
const partsOf = ({ sums, adjustments }: BillDetail) => {
  // The adjustments stand at the end, in their order.
  const first = sums.length - adjustments.length;
  return sums.map((sum, at) => ({
    ...sum,
    at,
    adjustment: at > 0 && at >= first ? adjustments[at - first] : undefined,
  }));
};

/** How the amount came about: lines, minimum, cap, adjustments, and each of them explained. @source R10.3, ux "Bills read like a statement" */
export const AmountOrigin = ({ bill }: { bill: BillDetail }): JSX.Element => (
  <div className={css.origin}>
    {partsOf(bill).map(({ label, amount, at, adjustment }) => (
      <details key={label} className={css.part} open={at === 0}>
        <summary className={css.partHead}>
          <span>
            {label}
            {at === 0 ? <span className={css.mut}> {bill.lineCount.toLocaleString('en-US')}&nbsp;条</span> : null}
          </span>
          <Amount text={at === 0 ? rmbText(amount) : signed(amount)} toned />
        </summary>
        {at === 0 ? (
          <Rules bill={bill} />
        ) : adjustment === undefined ? (
          <p className={css.mut}>由计费规则的账单限额产生，规则见“明细费用合计”。</p>
        ) : (
          <AdjustmentText adjustment={adjustment} billNo={bill.billNo} />
        )}
      </details>
    ))}
    <p className={css.total}>
      <span>账单金额</span>
      <Amount text={rmbText(bill.amount)} />
    </p>
  </div>
);

/** The rules with the numbers of this bill. */
const Rules = ({ bill: { billNo, rules } }: { bill: BillDetail }): JSX.Element => {
  const [shown, setShown] = useState<Rule>();
  return (
    <>
      <ul className={css.rules} aria-label="计费规则">
        {rules.map((rule) => (
          <li key={`${rule.ruleId} ${rule.version}`} className={css.rule}>
            <p>{rule.text}</p>
            <p className={css.share}>{rule.share}</p>
            <TierTable tiers={rule.tiers} className={css.tiers} numberClass={css.right} />
            <p className={css.mut}>
              <button type="button" className={css.link} onClick={() => setShown(rule)}>
                规则第 {rule.version} 版
              </button>{' '}
              · {rule.lineCount.toLocaleString('en-US')}&nbsp;条明细 · {rmbText(rule.amount)}
            </p>
          </li>
        ))}
      </ul>
      {shown === undefined ? null : (
        <RuleDialog billNo={billNo} ruleId={shown.ruleId} version={shown.version} onClose={() => setShown(undefined)} />
      )}
    </>
  );
};

const AdjustmentText = ({ adjustment, billNo }: { adjustment: Adjustment; billNo: string }): JSX.Element => {
  const { fromAmount, toAmount, reason, by, at, feedbackNo, lines } = adjustment;
  return (
    <div className={css.adjustment}>
      <p>
        {rmbText(fromAmount)} → {rmbText(toAmount)}：{reason}
      </p>
      {lines.length > 0 ? (
        <ul className={css.plain} aria-label="调整的明细">
          {lines.map((line) => (
            <li key={line.lineId}>
              <a href={href(paths.bill(billNo, { line: line.loanNo }))}>{line.loanNo}</a>：{rmbText(line.fromAmount)} →{' '}
              {rmbText(line.toAmount)}
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.mut}>
        {by} · <DateTime value={at} /> · <a href={href(paths.feedback({ open: feedbackNo }))}>差异反馈 {feedbackNo}</a>
      </p>
    </div>
  );
};
