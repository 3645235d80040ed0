import { differenceOf } from '@ronghui/domain/money';
import { Button } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, useState } from 'react';
import { InvoiceLink } from '#features/invoice/invoice.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import type { BillDetail, Decision } from '../bill-queries.ts';
import { stepsFor } from '../confirmation/batch-steps.ts';

/** What an action asks for is fetched once it is pressed; a test fetches it ahead. */
export const loadBillSteps = {
  question: () => import('./bill-question.tsx'),
  voucher: () => import('../confirmation/voucher-drawer.tsx'),
};
const BillQuestion = lazyPart(loadBillSteps.question);
const BillVoucherDrawer = lazyPart(loadBillSteps.voucher);

/** What the actions are for. */
interface BillActionsProps {
  readonly bill: BillDetail;
  readonly onPrint: () => void;
  readonly isPrinting: boolean;
}

/** The actions on a bill that its state and the user's rights allow; the next step stands out. @source R4.9, R10.3 */
export const BillActions = ({ bill, onPrint, isPrinting }: BillActionsProps): JSX.Element => {
  const auth = useAuth();
  const [asks, setAsks] = useState<Decision | 'voucher'>();
  const close = () => setAsks(undefined);
  const steps = stepsFor(bill, auth);
  const mayApprove = bill.canApprove;
  const open = differenceOf(bill.amount, bill.paidAmount);
  return (
    <>
      {usePageType() === 'H5' ? null : (
        <Button loading={isPrinting} onClick={onPrint}>
          打印
        </Button>
      )}
      {bill.status === 'pending' && auth['feedback.write'] === true ? (
        <Button href={href(paths.feedback({ billNo: bill.billNo, claim: 'new' }))}>提出差异</Button>
      ) : null}
      {bill.status === 'settled' && bill.direction === 'payable' ? <InvoiceLink kind="bill" no={bill.billNo} /> : null}
      {steps.includes('voucher') ? (
        <Button variant="primary" onClick={() => setAsks('voucher')}>
          上传付款凭证
        </Button>
      ) : null}
      {mayApprove && steps.includes('sendBack') ? <Button onClick={() => setAsks('sendBack')}>退回</Button> : null}
      {mayApprove && steps.includes('approve') ? (
        <Button variant="primary" onClick={() => setAsks('approve')}>
          复核通过
        </Button>
      ) : null}
      {steps.includes('confirm') ? (
        <Button variant="primary" onClick={() => setAsks('confirm')}>
          确认账单
        </Button>
      ) : null}
      {asks === 'voucher' ? <BillVoucherDrawer bills={[{ ...bill, amount: open }]} onClose={close} /> : null}
      {asks === undefined || asks === 'voucher' ? null : <BillQuestion bill={bill} decision={asks} onClose={close} />}
    </>
  );
};
