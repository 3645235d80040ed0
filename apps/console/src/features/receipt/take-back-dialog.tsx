import { rmbText } from '@ronghui/domain/money';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { JSX } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';
import { type ReceiptDetail, takeBackReceipt } from './receipt-queries.ts';

interface TakeBackProps {
  readonly receipt: ReceiptDetail;
  readonly onClose: () => void;
}

/** Asks with sum and number whether money that never arrived is taken back, and why. @source receipts 1.3, decision 0140 */
export const TakeBackDialog = ({
  receipt: { receiptNo, version, unappliedAmount },
  onClose,
}: TakeBackProps): JSX.Element => {
  const attempt = useAttemptKey();
  return (
    <ReasonDialog
      name={`receipt-take-back-${receiptNo}`}
      step="撤回未认款"
      press="撤回"
      verb="撤回"
      done="未认款已撤回"
      send={async (reason) => void (await attempt({ receiptNo, version, reason }, takeBackReceipt))}
      onClose={onClose}
    >
      收款 {receiptNo} 的未认款 {rmbText(unappliedAmount)} 没有到账，是登记有误：收款金额减去这一部分。
      已认到账单与订单的部分不变。
    </ReasonDialog>
  );
};
