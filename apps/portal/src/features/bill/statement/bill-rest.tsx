import { CopyButton } from '@ronghui/ui';
import type { JSX } from 'react';
import type { BillDetail } from '../bill-queries.ts';
import { digestText } from '../paper/paper-words.ts';
import { BillTimeline, Settlements, Vouchers } from './bill-history.tsx';
import { BillLines } from './bill-lines.tsx';
import css from './statement.module.css';
import { StatementSection } from './statement-section.tsx';

export { PayOnline } from '#features/intent/intent.shared.ts';

interface RestProps {
  readonly bill: BillDetail;
  /** The reference of a line that is looked for. */
  readonly line: string;
}

/** What stands far down a statement: payments, history, lines and digest. @source R10.3 */
export const BillRest = ({ bill, line }: RestProps): JSX.Element => (
  <div className={css.body}>
    {bill.settlements.length + (bill.reversedSettlements?.length ?? 0) > 0 ? (
      <StatementSection title="结算记录">
        <Settlements bill={bill} />
      </StatementSection>
    ) : null}
    {bill.vouchers.length > 0 ? (
      <StatementSection title="付款凭证">
        <Vouchers bill={bill} />
      </StatementSection>
    ) : null}
    <StatementSection title="账单经过">
      <BillTimeline bill={bill} />
    </StatementSection>
    <StatementSection title={`明细（${bill.lineCount.toLocaleString('en-US')}\u00a0条）`}>
      <BillLines bill={bill} line={line} />
    </StatementSection>
    <StatementSection title="校验码">
      <p className={css.digest}>
        {bill.digest} <CopyButton text={bill.digest} label="复制校验码" />
      </p>
      <p className={css.mut}>{digestText}</p>
    </StatementSection>
  </div>
);
