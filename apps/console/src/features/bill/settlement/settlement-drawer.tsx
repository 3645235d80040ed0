import {
  billApprovalNames,
  billEventNames,
  billStatusNames,
  normaliseSerial,
  providerDirectionNames,
} from '@ronghui/domain/bill';
import { rmbText, yuanInCapitals } from '@ronghui/domain/money';
import {
  AlsoOpen,
  Amount,
  Callout,
  DateTime,
  DetailHead,
  Drawer,
  EmptyState,
  Facts,
  PageState,
  Skeleton,
  Timeline,
  type TimelineStep,
} from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { ListedNeighbours, OwnerBar } from '#features/desk/desk.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { useCurrent, useSeen } from '#kernel/seen.ts';
import { useAuth } from '#kernel/start-up.ts';
import { BillLines } from '../bill-lines.tsx';
import css from '../billing.module.css';
import { StatusTag } from '../issued/issued-rows.tsx';
import { BillAmount } from './bill-amount.tsx';
import { BillChanged, stepText } from './bill-changed.tsx';
import { BillPayments } from './bill-payments.tsx';
import { BillVouchers, type Stated } from './bill-vouchers.tsx';
import { PaymentForm, type PaymentSteps, usePaymentForm } from './payment-form.tsx';
import { SettleManyDialog } from './settle-many-dialog.tsx';
import {
  type AskedPayment,
  type OpenBill,
  type SettledDetail,
  useSettledBill,
  useWatch,
} from './settlement-queries.ts';
import { SettlementTags } from './settlement-rows.tsx';
import { paymentWord } from './settlement-words.ts';
import { WriteOffPart } from './write-off-part.tsx';

interface SettlementDrawerProps {
  /** The list that it was opened from. */
  readonly list: 'settlement' | 'bills';
  readonly billNo: string;
  readonly onClose: () => void;
}

/** One bill at the settlement desk: what is open, its vouchers beside the form, its payments and what happened to it. @source R11.6 */
export const SettlementDrawer = ({ list, billNo, onClose }: SettlementDrawerProps): JSX.Element => {
  const { state, query } = useSettledBill(billNo);
  usePageTitle(`账单 ${billNo}`);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="账单结算"
      beside={<ListedNeighbours list={list} at={billNo} unit="张" />}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这张账单" />}
        onRetry={() => void query.refetch()}
      >
        {(bill) => <Body key={bill.billNo} bill={bill} onRefresh={() => void query.refetch()} />}
      </PageState>
    </Drawer>
  );
};

const Body = ({ bill, onRefresh }: { bill: SettledDetail; onRefresh: () => void }): JSX.Element => {
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const watch = useWatch(bill.billNo);
  const [sent, setSent] = useState<readonly AskedPayment[]>([]);
  const seen = useSeen({
    id: bill.billNo,
    version: bill.version,
    steps: bill.timeline,
    isOwn: (step) => isPaidBy(step, sent, bill),
  });
  const [together, setTogether] = useState<Together>();
  const [own, setOwn] = useState(bill.version);
  useCurrent({ newest: watch?.version, version: bill.version, onRefresh });
  const onSent = (payments: readonly AskedPayment[]) => setSent((former) => [...former, ...payments]);
  const onRefused = (payments: readonly AskedPayment[]) =>
    setSent((former) => former.filter((payment) => !payments.includes(payment)));
  const onTaken = () => setOwn(bill.version + 1);
  const onReversed = (version: number) => {
    seen.onTaken(version);
    setOwn(version);
  };
  return (
    <div className={css.body}>
      <Head bill={bill} />
      <BillChanged seen={seen} />
      <AlsoOpen others={watch?.others} what="这张账单" />
      {bill.inCheck ? (
        <Callout tone="warn">
          商户上传了付款凭证，请对照银行到账核对；登记{paymentWord(bill)}即为核对完毕，查不到到账的可以退回凭证。
        </Callout>
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
      {mayWrite && bill.canSettle ? (
        <OpenPart
          // What is typed stays over the steps of others, and begins anew after one's own.
          key={Math.min(own, bill.version)}
          bill={bill}
          since={seen.since}
          onReturned={seen.onTaken}
          onTogether={(bills, stated) => setTogether({ bills, stated })}
          onSent={onSent}
          onRefused={onRefused}
          onTaken={onTaken}
        />
      ) : (
        <BillVouchers bill={bill} />
      )}
      {/* Outlives the form: the open bill may be settled while others still have to be sent again. */}
      {together === undefined ? null : (
        <SettleManyDialog
          {...together}
          onSent={onSent}
          onRefused={onRefused}
          onTaken={(billNos) => {
            if (billNos.includes(bill.billNo)) onTaken();
          }}
          onClose={() => setTogether(undefined)}
        />
      )}
      <BillPayments bill={bill} {...(mayWrite ? { steps: { onReversed, since: seen.since } } : {})} />
      {mayWrite ? <WriteOffPart bill={bill} since={seen.since} onTaken={onReversed} /> : null}
      <BillAmount bill={bill} />
      <BillLines bill={{ billNo: bill.billNo }} />
      <Timeline label="办理经过，最新的在前" steps={[...bill.timeline].reverse().map(stepOf)} />
    </div>
  );
};

/** Where it stands with its payment, or before that with its merchant. */
const State = ({ bill: { status, ...bill } }: { bill: SettledDetail }): JSX.Element =>
  status === 'confirmed' || status === 'settled' ? (
    <SettlementTags {...{ ...bill, status }} />
  ) : (
    <StatusTag {...{ ...bill, status }} />
  );

/** The amount and what it is for. */
const Head = ({ bill }: { bill: SettledDetail }): JSX.Element => (
  <DetailHead
    subject={`${bill.stageName} · ${bill.productName} · ${bill.orgName}`}
    tag={<State bill={bill} />}
    word={providerDirectionNames[bill.direction]}
    main={<Amount text={rmbText(bill.amount)} size="statement" />}
    note={yuanInCapitals(bill.amount)}
    parties={`${bill.payer} → ${bill.receiver}`}
  />
);

/** The bills that a payment is to be registered for together. */
interface Together {
  readonly bills: readonly OpenBill[];
  readonly stated: Stated;
}

/**
 * Whether a step is a payment that was sent from here and not refused, also one that was taken back since; of those that stand a bill has a serial once.
 */
const isPaidBy = (
  { at, paymentAmount }: SettledDetail['timeline'][number],
  sent: readonly AskedPayment[],
  { billNo, settlements, reversedSettlements = [] }: SettledDetail,
): boolean =>
  [...settlements, ...reversedSettlements].some(
    (payment) =>
      payment.at === at &&
      payment.amount === paymentAmount &&
      sent.some(
        (own) =>
          own.billNo === billNo &&
          own.amount === payment.amount &&
          normaliseSerial(own.serial) === normaliseSerial(payment.serial),
      ),
  );

interface OpenPartProps extends PaymentSteps {
  readonly bill: SettledDetail;
  readonly onTogether: (bills: readonly OpenBill[], payment: Stated) => void;
  readonly onReturned: (version: number) => void;
}

/** The vouchers, and the form that takes over what one of them says. */
const OpenPart = ({ bill, onTogether, onReturned, ...rest }: OpenPartProps): JSX.Element => {
  const form = usePaymentForm(bill);
  return (
    <>
      <BillVouchers
        bill={bill}
        steps={{
          // A voucher without a serial leaves the typed one.
          onUse: ({ on, serial }) => form.change(serial === '' ? { on } : { on, serial }),
          onTogether,
          onReturned,
          since: rest.since,
        }}
      />
      <PaymentForm bill={bill} form={form} {...rest} />
    </>
  );
};

const factsOfBill = (bill: SettledDetail) => [
  { label: '账单号', value: bill.billNo },
  { label: '附言码', value: bill.paymentCode },
  { label: '商户', value: bill.tenantName },
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

const returned: ReadonlySet<string> = new Set([
  'sentBack',
  'disputed',
  'voucherReturned',
  'paymentReversed',
  'writeOffUndone',
]);

const stepOf = (step: SettledDetail['timeline'][number], place: number): TimelineStep => ({
  key: `${step.at} ${step.kind} ${place}`,
  title: billEventNames[step.kind],
  tone: returned.has(step.kind) ? 'bad' : 'done',
  note: (
    <>
      <DateTime value={step.at} /> · {step.by}
    </>
  ),
  text: stepText(step),
});
