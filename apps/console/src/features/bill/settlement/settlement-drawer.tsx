import { billApprovalNames, billDirectionNames, billHistoryNames, billStatusNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import {
  Amount,
  Button,
  Callout,
  DateTime,
  Drawer,
  EmptyState,
  Facts,
  PageState,
  Skeleton,
  Timeline,
  type TimelineStep,
} from '@ronghui/ui';
import type { JSX } from 'react';
import { OwnerBar } from '#features/desk/desk.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../billing.module.css';
import { BillVouchers } from './bill-vouchers.tsx';
import { PaymentForm, usePaymentForm } from './payment-form.tsx';
import { type SettledDetail, useSettledBill, useWatch } from './settlement-queries.ts';
import { paymentWord } from './settlement-words.ts';

/** One bill at the settlement desk: what is open, its vouchers beside the form, its payments and what happened to it. @source R11.6 */
export const SettlementDrawer = ({ billNo, onClose }: { billNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useSettledBill(billNo);
  usePageTitle(`账单 ${billNo}`);
  return (
    <Drawer open size="large" onClose={onClose} title="账单结算">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这张账单" />}
        onRetry={() => void query.refetch()}
      >
        {(bill) => <Body bill={bill} onRefresh={() => void query.refetch()} />}
      </PageState>
    </Drawer>
  );
};

const Body = ({ bill, onRefresh }: { bill: SettledDetail; onRefresh: () => void }): JSX.Element => {
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const watch = useWatch(bill.billNo);
  return (
    <div className={css.body}>
      {watch !== undefined && watch.version > bill.version ? (
        <Callout tone="warn" role="alert">
          这张账单刚刚有了变化。
          <Button size="small" onClick={onRefresh}>
            刷新
          </Button>
        </Callout>
      ) : null}
      {watch === undefined || watch.others.length === 0 ? null : (
        <Callout role="status">{watch.others.join('、')} 也打开着这张账单。</Callout>
      )}
      {bill.inCheck ? (
        <Callout tone="warn">商户上传了付款凭证，请对照银行到账核对；登记{paymentWord(bill)}即为核对完毕。</Callout>
      ) : null}
      {bill.isOverdue ? <Callout tone="bad">付款到期日 {bill.dueOn} 已过。</Callout> : null}
      {bill.canSettle || bill.status === 'settled' ? null : (
        <Callout>
          账单为{billStatusNames[bill.status]}
          {bill.approval === 'waiting' ? `（${billApprovalNames.waiting}）` : ''}，商户确认之后才能结算。
        </Callout>
      )}
      {bill.inCheck || bill.status === 'confirmed' ? (
        <OwnerBar kind="bill" objectId={bill.billNo} mayTake={mayWrite} />
      ) : null}
      <Facts columns={2} items={factsOfBill(bill)} />
      {mayWrite && bill.canSettle ? <OpenPart key={bill.version} bill={bill} /> : <BillVouchers bill={bill} />}
      <Payments bill={bill} />
      <Timeline label="办理经过，最新的在前" steps={bill.timeline.toReversed().map(stepOf)} />
    </div>
  );
};

/** The vouchers, and the form that takes over what one of them says. */
const OpenPart = ({ bill }: { bill: SettledDetail }): JSX.Element => {
  const form = usePaymentForm(bill);
  return (
    <>
      <BillVouchers bill={bill} onUse={(payment) => form.change(payment)} />
      <PaymentForm bill={bill} form={form} />
    </>
  );
};

const factsOfBill = (bill: SettledDetail) => [
  { label: '账单号', value: bill.billNo },
  { label: '商户', value: bill.tenantName },
  { label: '方向', value: `${billDirectionNames[bill.direction]}（${bill.payer} 付给 ${bill.receiver}）` },
  { label: '账期', value: `${bill.stageName} ${bill.productName}` },
  { label: '账单金额', value: <Amount text={rmbText(bill.amount)} /> },
  { label: '其中税额', value: <Amount text={rmbText(bill.taxAmount)} /> },
  { label: bill.direction === 'payable' ? '已收' : '已付', value: <Amount text={rmbText(bill.paidAmount)} /> },
  { label: '未结清', value: <Amount text={rmbText(bill.remainingAmount)} size="medium" /> },
  { label: bill.dueIsExpected ? '付款到期（预计）' : '付款到期', value: bill.dueOn },
  { label: '确认', value: bill.autoConfirmed ? '到期自动确认' : (bill.confirmedBy ?? '') },
  {
    label: '收款账户',
    value: [bill.payee, bill.receivingAccount]
      .flatMap((account) => (account === null ? [] : [`${account.name} ${account.bank} ${account.accountNo}`]))
      .join(''),
  },
];

const Payments = ({ bill }: { bill: SettledDetail }): JSX.Element | null =>
  bill.settlements.length === 0 ? null : (
    <section className={css.stack}>
      <h3 className={css.title}>已登记的{paymentWord(bill)}</h3>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={`已登记的${paymentWord(bill)}`}>
        <table className={css.figures}>
          <thead>
            <tr>
              <th scope="col">银行流水号</th>
              <th scope="col">日期</th>
              <th scope="col" className={css.right}>
                金额
              </th>
              <th scope="col">登记时间</th>
            </tr>
          </thead>
          <tbody>
            {bill.settlements.map(({ serial, on, amount, at }) => (
              <tr key={serial}>
                <th scope="row">{serial}</th>
                <td>{on}</td>
                <td className={css.right}>{rmbText(amount)}</td>
                <td>
                  <DateTime value={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );

const stepOf = (step: SettledDetail['timeline'][number], place: number): TimelineStep => ({
  key: `${step.at} ${step.kind} ${place}`,
  title: billHistoryNames[step.kind],
  tone: step.kind === 'sentBack' || step.kind === 'disputed' ? 'bad' : 'done',
  note: (
    <>
      <DateTime value={step.at} /> · {step.by}
    </>
  ),
  text: [
    step.fromAmount === undefined ? '' : `${rmbText(step.fromAmount)} → ${rmbText(step.amount)}`,
    step.paymentAmount === undefined ? '' : rmbText(step.paymentAmount),
    step.reason ?? '',
  ]
    .filter((part) => part !== '')
    .join('，'),
});
