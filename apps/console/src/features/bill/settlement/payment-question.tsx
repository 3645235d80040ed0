import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Dialog, Facts } from '@ronghui/ui';
import { type JSX, useEffect, useRef, useState } from 'react';
import css from '../billing.module.css';
import { BillBehind, type Since } from './bill-changed.tsx';
import type { AskedPayment, SettledDetail } from './settlement-queries.ts';
import { paymentWord } from './settlement-words.ts';

interface PaymentQuestionProps {
  readonly bill: SettledDetail;
  readonly payment: AskedPayment;
  /** What it leaves of the bill. */
  readonly effect: string;
  /** What others did that has to be seen first. */
  readonly since: Since;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Says whose payment of how much is registered, and that it may be taken back. @source R4.9, ux "Always" */
export const PaymentQuestion = (props: PaymentQuestionProps): JSX.Element => {
  const { bill, payment, effect, since, onConfirm, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  const word = paymentWord(bill);
  // A modal gives its focus to its close button; here Enter is the answer.
  useEffect(() => confirm.current?.focus(), []);
  const answer = async (): Promise<void> => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
  };
  return (
    <Dialog
      open
      title={`确认登记${word}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>返回修改</Button>
          <Button
            variant="primary"
            ref={confirm}
            loading={isBusy}
            disabled={since !== undefined}
            onClick={() => void answer()}
          >
            确认登记
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <BillBehind since={since} step="登记" />
        <Facts
          items={[
            { label: '账单号', value: bill.billNo },
            { label: '商户', value: bill.tenantName },
            { label: '方向', value: providerDirectionNames[bill.direction] },
            { label: `${word}金额`, value: <Amount text={rmbText(payment.amount)} size="medium" /> },
            { label: `${word}日期`, value: payment.on },
            { label: '银行流水号', value: payment.serial },
          ]}
        />
        <p>{effect}登记有误的，可以写明原因撤销，商户会收到通知。</p>
      </div>
    </Dialog>
  );
};
