import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, type ReactNode, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from '../billing.module.css';
import type { Since } from './bill-changed.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import type { SettledDetail } from './settlement-queries.ts';
import { paymentWord, reverseWord } from './settlement-words.ts';

type Payment = SettledDetail['settlements'][number];
type Reversed = NonNullable<SettledDetail['reversedSettlements']>[number];

interface BillPaymentsProps {
  readonly bill: SettledDetail;
  /** Of those who may write. */
  readonly steps?: {
    /** One was taken back, which led to a version of the bill. */
    readonly onReversed: (version: number) => void;
    /** What others did to the bill since, which has to be read first. */
    readonly since: Since;
  };
}

/** The payments of a bill, those that were taken back behind those that stand. @source R4.9, R11.6, decision 0074 */
export const BillPayments = ({ bill, steps }: BillPaymentsProps): JSX.Element | null => {
  const { settlements, reversedSettlements = [], invoiceNo } = bill;
  const [asked, setAsked] = useState<Payment>();
  const label = `已登记的${paymentWord(bill)}`;
  if (settlements.length + reversedSettlements.length === 0) return null;
  const mayReverse = steps !== undefined && invoiceNo === undefined;
  return (
    <section className={css.stack}>
      <h3 className={css.title}>{label}</h3>
      {steps === undefined || invoiceNo === undefined ? null : (
        <Callout>
          账单已在开票申请 <a href={href(paths.invoices({ open: invoiceNo }))}>{invoiceNo}</a> 中，{paymentWord(bill)}
          不能撤销；登记有误的，须先驳回申请或红冲发票。
        </Callout>
      )}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={css.figures}>
          <thead>
            <tr>
              <th scope="col">银行流水号</th>
              <th scope="col">日期</th>
              <th scope="col" className={css.right}>
                金额
              </th>
              <th scope="col">登记时间</th>
              <th scope="col">办理</th>
            </tr>
          </thead>
          <tbody>
            {settlements.map((payment) => (
              <PaymentRow key={payment.stepNo} payment={payment}>
                {mayReverse && payment.amount > 0 ? (
                  <Button size="small" disabled={steps.since !== undefined} onClick={() => setAsked(payment)}>
                    {reverseWord(bill)}
                  </Button>
                ) : (
                  '—'
                )}
              </PaymentRow>
            ))}
            {reversedSettlements.map((payment) => (
              <PaymentRow key={`${payment.at} ${payment.reversed.at}`} payment={payment}>
                {payment.reversed.by} 于 <DateTime value={payment.reversed.at} /> 撤销：{payment.reversed.reason}
              </PaymentRow>
            ))}
          </tbody>
        </table>
      </div>
      {asked === undefined || steps === undefined ? null : (
        <ReverseDialog
          bill={bill}
          payment={asked}
          since={steps.since}
          onReversed={steps.onReversed}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
};

const PaymentRow = ({
  payment: { serial, on, amount, at },
  children,
}: {
  payment: Payment | Reversed;
  children: ReactNode;
}): JSX.Element => (
  <tr>
    <th scope="row">{serial}</th>
    <td>{on}</td>
    <td className={css.right}>{rmbText(amount)}</td>
    <td>
      <DateTime value={at} />
    </td>
    <td>{children}</td>
  </tr>
);
