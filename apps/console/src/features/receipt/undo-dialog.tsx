import { rmbText } from '@ronghui/domain/money';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { JSX } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';
import { type ReceiptDetail, undoApplication } from './receipt-queries.ts';

/** An application to a bill that stands. */
export interface StandingPart {
  readonly billNo: string;
  readonly stepNo: number;
  /** Of the bill. */
  readonly version: number;
  readonly amount: ReceiptDetail['amount'];
}

/** The application of a row, where it can be undone: one to a bill that stands. */
export const standingPartOf = ({
  kind,
  itemNo,
  itemVersion,
  stepNo,
  amount,
  state,
}: ReceiptDetail['applications'][number]): StandingPart | undefined =>
  kind === 'bill' && state === 'applied' && stepNo !== undefined
    ? { billNo: itemNo, stepNo, version: itemVersion, amount }
    : undefined;

interface UndoProps {
  readonly part: StandingPart;
  readonly onClose: () => void;
}

/** Asks with bill and sum whether an application is undone, takes the reason, and undoes it. @source receipts 2.5, decision 0142 */
export const UndoDialog = ({ part: { billNo, stepNo, version, amount }, onClose }: UndoProps): JSX.Element => {
  const attempt = useAttemptKey();
  return (
    <ReasonDialog
      name={`receipt-undo-${billNo}-${stepNo}`}
      step="撤销认款"
      verb="撤销"
      done="认款已撤销，商户会收到通知"
      send={async (reason) => void (await attempt({ billNo, stepNo, version, reason }, undoApplication))}
      onClose={onClose}
    >
      认到账单 {billNo} 的 {rmbText(amount)} 将撤销：账单的这一部分恢复为未付，款项回到未认款。
      商户会收到通知，看到原因。账单已申请开票或已开票的，须先驳回申请或红冲发票。
    </ReasonDialog>
  );
};
