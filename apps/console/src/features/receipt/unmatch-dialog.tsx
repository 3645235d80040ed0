import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { JSX } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';
import { type ReceiptDetail, unmatchReceipt } from './receipt-queries.ts';

interface UnmatchProps {
  readonly receipt: ReceiptDetail;
  readonly onClose: () => void;
}

/** Asks whether a registered receipt and a line of the bank are two again, and why. @source receipts 1.3 */
export const UnmatchDialog = ({
  receipt: { receiptNo, version, matchedNo = '' },
  onClose,
}: UnmatchProps): JSX.Element => {
  const attempt = useAttemptKey();
  return (
    <ReasonDialog
      name={`receipt-unmatch-${receiptNo}`}
      step="撤销认作一笔"
      verb="撤销"
      done="已撤销，流水的收款恢复为未认款"
      send={async (reason) => void (await attempt({ receiptNo, version, reason }, unmatchReceipt))}
      onClose={onClose}
    >
      这笔收款与银行流水的收款 {matchedNo} 不再是同一笔：{matchedNo} 的款项恢复为未认款，这笔收款恢复为待银行核对。
      已认到账单与订单的部分不变。
    </ReasonDialog>
  );
};
