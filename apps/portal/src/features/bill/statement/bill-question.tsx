import { billOutcomeNames } from '@ronghui/domain/bill';
import { type Fen, rmbText } from '@ronghui/domain/money';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { type BillDetail, type Decision, decide, refreshBills } from '../bill-queries.ts';
import { totalsText } from '../confirmation/batch-steps.ts';
import confirmation from '../confirmation/confirmation.module.css';
import { DecisionQuestion } from '../confirmation/decision-question.tsx';
import { decisionWords } from '../confirmation/decision-words.ts';
import { DueDays } from '../confirmation/due-days.tsx';

const toasts: Readonly<Record<Decision, string>> = {
  confirm: '账单已确认',
  approve: '复核通过，账单已确认',
  sendBack: '已退回，账单重新待确认',
};

/** Asks with the amount in sight; where it has changed meanwhile, asks again with the new one. @source R10.3 */
export const BillQuestion = ({
  bill,
  decision,
  onClose,
}: {
  bill: BillDetail;
  decision: Decision;
  onClose: () => void;
}): JSX.Element => {
  const { billNo, direction } = bill;
  // What stood here when it was asked; a refresh behind the question does not change what is confirmed.
  const [seen, setSeen] = useState(bill.amount);
  const [former, setFormer] = useState<Fen>();
  const attempt = useAttemptKey();
  const apply = async (reason: string): Promise<boolean> => {
    try {
      const [result] = await attempt({ decision, reason, bills: [{ billNo, amount: seen }] }, decide);
      if (result?.outcome === 'changed' && result.amount !== undefined) {
        setFormer(seen);
        setSeen(result.amount);
        return false;
      }
      if (result?.outcome === 'waitingApproval') showToast('ok', billOutcomeNames.waitingApproval);
      else if (result?.outcome === 'confirmed' || result?.outcome === 'sentBack') showToast('ok', toasts[decision]);
      else showToast('bad', billOutcomeNames[result?.outcome ?? 'notFound']);
      return true;
    } finally {
      void refreshBills();
    }
  };
  return (
    <DecisionQuestion
      decision={decision}
      title={decisionWords[decision].question}
      onClose={onClose}
      onConfirm={apply}
      {...(former === undefined ? {} : { confirmText: `按 ${rmbText(seen)} ${decisionWords[decision].verb}` })}
    >
      <p className={confirmation.numbers}>
        {billNo}：{totalsText([{ billNo, direction, amount: seen }])}
      </p>
      <DueDays decision={decision} bills={[bill]} />
      {former === undefined ? null : (
        <p role="alert">
          金额已由 {rmbText(former)} 变为 {rmbText(seen)}，没有办理。可以先关闭这里，在“金额是怎么来的”中查看原因。
        </p>
      )}
    </DecisionQuestion>
  );
};
