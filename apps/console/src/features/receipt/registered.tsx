import { rmbText } from '@ronghui/domain/money';
import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './receipt.module.css';
import { matchReceipt, type ReceiptDetail, type RegisteredReceipt } from './receipt-queries.ts';

/** The receipts that staff registered without a serial, and that may be the money of this line. @source receipts 1.3 */
export const RegisteredReceipts = ({
  receipt,
  registered,
}: {
  readonly receipt: ReceiptDetail;
  readonly registered: readonly RegisteredReceipt[];
}): JSX.Element | null => {
  if (registered.length === 0) return null;
  return (
    <section className={css.body} aria-label="可能已登记">
      <h3 className={css.title}>可能是已登记的收款</h3>
      <p>登记时没有流水号，金额与这一行流水相同。如果是同一笔钱，认作一笔：只按登记的那笔计，不会重复入账。</p>
      <ul className={css.body} aria-label="可能已登记">
        {registered.map((each) => (
          <Registered key={each.receiptNo} receipt={receipt} registered={each} />
        ))}
      </ul>
    </section>
  );
};

const Registered = ({
  receipt: { receiptNo, version, amount },
  registered: { receiptNo: registeredNo, receivedOn, tenantName = '未知商户', payerName },
}: {
  readonly receipt: ReceiptDetail;
  readonly registered: RegisteredReceipt;
}): JSX.Element => {
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const match = async (): Promise<void> => {
    setRunning(true);
    try {
      await attempt({ receiptNo, version, registeredNo }, matchReceipt);
      showToast('ok', `与收款 ${registeredNo} 认作一笔`);
    } catch (error) {
      showError('ops.bankLine.match', error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <li className={css.body}>
      <strong>{tenantName}</strong>
      <div>
        {registeredNo}，{receivedOn} 登记到账 {rmbText(amount)}
        {payerName === undefined ? '' : `，付款人 ${payerName}`}
      </div>
      <div>
        <Button size="small" loading={isRunning} onClick={() => void match()}>
          认作同一笔
        </Button>
      </div>
    </li>
  );
};
