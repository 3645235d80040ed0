import { differenceOf, rmbText } from '@ronghui/domain/money';
import { CopyButton, Facts, StepSlip, useOutcome } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { PayeeAccount, plainAmount, timeLeftText } from '#features/order/order.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import type { BillDetail } from '../bill-queries.ts';
import { loadBillParts } from './bill-parts.ts';
import type { BillStep } from './bill-step.ts';
import css from './statement.module.css';

const PayOnline = lazyPart(loadBillParts.pay);

interface SlipProps {
  readonly bill: BillDetail;
  readonly step: BillStep;
  /** @unit epoch ms */
  readonly now: number;
}

/** What to do now with a bill, by whom and by when; where it is a payment, what is open and to which account. @source R10.3 */
export const BillSlip = ({ bill, step, now }: SlipProps): JSX.Element => {
  // A bill that was decided on is seen here, wherever the drawer was scrolled to.
  const outcome = useOutcome(`${bill.status} ${bill.approval} ${bill.vouchers.length}`);
  return (
    <div ref={outcome}>
      {step.kind === 'none' ? null : (
        <StepSlip
          title={step.title}
          tone={step.tone}
          left={step.until === undefined ? undefined : timeLeftText(Date.parse(step.until) - now)}
          text={
            <>
              {step.text}
              {bill.status === 'disputed' ? (
                <a href={href(paths.feedback({ billNo: bill.billNo }))}>查看差异反馈</a>
              ) : null}
              {step.kind === 'nobody' ? (
                <>
                  可以到<a href={href(paths.members())}>成员管理</a>邀请财务，或调整成员的角色。
                </>
              ) : null}
            </>
          }
        >
          <Payment bill={bill} step={step} />
        </StepSlip>
      )}
    </div>
  );
};

/** What is open, and the account that it is paid to. */
const Payment = ({ bill, step: { kind } }: Pick<SlipProps, 'bill' | 'step'>): JSX.Element | null => {
  const open = differenceOf(bill.amount, bill.paidAmount);
  const mayPayOnline = useAuth()['bill.confirm'] === true && bill.payOnline === true;
  if (kind === 'pay' || kind === 'check') {
    const account = <PayeeAccount payee={bill.payee} reference={bill.paymentCode ?? bill.billNo} amount={open} />;
    return (
      <>
        <p>
          {bill.paidAmount > 0 ? `已付 ${rmbText(bill.paidAmount)}，` : ''}未付 <b>{rmbText(open)}</b>{' '}
          <CopyButton text={plainAmount(open)} label="复制金额" />
        </p>
        {kind === 'pay' ? (
          <>
            {account}
            {mayPayOnline ? <PayOnline billNo={bill.billNo} /> : null}
          </>
        ) : (
          <details className={css.details}>
            <summary>还有付款？查看收款账户</summary>
            {account}
          </details>
        )}
      </>
    );
  }
  if (kind !== 'receive' || bill.receivingAccount === null) return null;
  const { name, bank, accountNo } = bill.receivingAccount;
  return (
    <Facts
      items={[
        { label: '收款账户', value: `${name} ${bank} ${accountNo}` },
        { label: '已收', value: bill.paidAmount > 0 ? rmbText(bill.paidAmount) : null },
      ]}
    />
  );
};
