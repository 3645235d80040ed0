import { rmbText } from '@ronghui/domain/money';
import { applicationStateNames } from '@ronghui/domain/receipt/receipt-file';
import {
  Amount,
  Button,
  DateTime,
  type DetailFacts,
  DetailHead,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { ListedNeighbours } from '#features/desk/desk.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { ApplyForm } from './apply-form.tsx';
import { Proposals } from './proposals.tsx';
import css from './receipt.module.css';
import { type ReceiptDetail, useReceipt } from './receipt-queries.ts';
import { ReceiptTags } from './receipt-rows.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { type StandingPart, standingPartOf, UndoDialog } from './undo-dialog.tsx';
import { UnmatchDialog } from './unmatch-dialog.tsx';

const sum = (amount: ReceiptDetail['amount']): JSX.Element => <Amount text={rmbText(amount)} />;

const facts: DetailFacts<ReceiptDetail> = {
  receiptNo: ({ receiptNo }) => [{ label: '收款编号', value: receiptNo }],
  receivedOn: ({ receivedOn, receivedTime }) => [
    { label: '到账', value: receivedTime === undefined ? receivedOn : `${receivedOn} ${receivedTime}` },
  ],
  receivedTime: 'elsewhere',
  serial: ({ serial }) => [{ label: '银行流水号', value: serial }],
  payerName: ({ payerName }) => [{ label: '付款人', value: payerName }],
  payerBank: ({ payerBank }) => [{ label: '付款银行', value: payerBank }],
  ownAccount: ({ ownAccount }) => [{ label: '收款账户', value: ownAccount }],
  remark: ({ remark }) => [{ label: '附言', value: remark }],
  appliedAmount: ({ appliedAmount }) => [{ label: '已认', value: sum(appliedAmount) }],
  unappliedAmount: ({ unappliedAmount }) => [{ label: '未认', value: sum(unappliedAmount) }],
  refundingAmount: ({ refundingAmount }) => [
    { label: '退款中', value: refundingAmount === 0 ? '' : sum(refundingAmount) },
  ],
  refundedAmount: ({ refundedAmount }) => [{ label: '已退', value: refundedAmount === 0 ? '' : sum(refundedAmount) }],
  createdAt: ({ createdAt }) => [{ label: '登记时间', value: <DateTime value={createdAt} /> }],
  registeredBy: ({ registeredBy }) => [{ label: '登记人', value: registeredBy }],
  amount: 'elsewhere',
  source: 'elsewhere',
  isConfirmed: 'elsewhere',
  tenantName: 'elsewhere',
  applications: 'elsewhere',
  matchedNo: ({ matchedNo }) => [{ label: '流水的收款', value: matchedNo }],
  takenBack: 'elsewhere',
  tenantId: 'notShown',
  version: 'notShown',
};

interface ReceiptDrawerProps {
  readonly receiptNo: string;
  readonly onClose: () => void;
}

/** One receipt: how much of it pays what, and what is left. @source R15.3, receipts 1.2 */
export const ReceiptDrawer = ({ receiptNo, onClose }: ReceiptDrawerProps): JSX.Element => {
  const { state, query } = useReceipt(receiptNo);
  usePageTitle(`收款 ${receiptNo}`);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="收款"
      beside={<ListedNeighbours list="receipts" at={receiptNo} unit="笔" />}
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这笔收款" />}
        onRetry={() => void query.refetch()}
      >
        {(receipt) => <Body key={receipt.receiptNo} receipt={receipt} />}
      </PageState>
    </Drawer>
  );
};

const Body = ({ receipt }: { receipt: ReceiptDetail }): JSX.Element => {
  const mayWrite = useAuth()['ops.receipt.write'] === true;
  const mayUndo = useAuth()['ops.billing.write'] === true;
  const [isAsked, setAsked] = useState(false);
  const [isUnmatching, setUnmatching] = useState(false);
  const [undone, setUndone] = useState<StandingPart>();
  return (
    <div className={css.body}>
      <DetailHead
        subject={`收款 · ${receipt.payerName ?? receipt.tenantName ?? '未知付款人'}`}
        tag={<ReceiptTags {...receipt} />}
        word="到账金额"
        main={<Amount text={rmbText(receipt.amount)} size="statement" />}
        parties={receipt.tenantName ?? '未知商户'}
      />
      {mayWrite && receipt.unappliedAmount > 0 && !receipt.isConfirmed ? (
        <div>
          <Button variant="danger" onClick={() => setAsked(true)}>
            撤回未认款
          </Button>
        </div>
      ) : null}
      {mayWrite && receipt.matchedNo !== undefined ? (
        <div>
          <Button onClick={() => setUnmatching(true)}>撤销认作一笔</Button>
        </div>
      ) : null}
      {isUnmatching ? <UnmatchDialog receipt={receipt} onClose={() => setUnmatching(false)} /> : null}
      {isAsked ? <TakeBackDialog receipt={receipt} onClose={() => setAsked(false)} /> : null}
      <Facts columns={2} items={factsOf(receipt, facts)} />
      {mayWrite && receipt.unappliedAmount > 0 ? <Proposals receipt={receipt} /> : null}
      {mayWrite && receipt.unappliedAmount > 0 ? <ApplyForm receipt={receipt} /> : null}
      <Applications receipt={receipt} {...(mayUndo ? { onUndo: setUndone } : {})} />
      {undone === undefined ? null : <UndoDialog part={undone} onClose={() => setUndone(undefined)} />}
      <TakenBack receipt={receipt} />
    </div>
  );
};

type Application = ReceiptDetail['applications'][number];

const placeOf = ({ kind, itemNo }: Application): string =>
  kind === 'bill' ? paths.settlement({ queue: 'settled', open: itemNo }) : paths.orders({ open: itemNo });

/** What it pays or paid, the first applied first. */
const Applications = ({
  receipt: { applications },
  onUndo,
}: {
  receipt: ReceiptDetail;
  onUndo?: (part: StandingPart) => void;
}): JSX.Element => (
  <section>
    <h3 className={css.title}>认款（{applications.length}）</h3>
    {applications.length === 0 ? (
      <p>还没有认到账单或订单。</p>
    ) : (
      <div className={css.scroll} tabIndex={0} role="region" aria-label="认款">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">账单或订单</th>
              <th scope="col" className={css.right}>
                金额
              </th>
              <th scope="col">状态</th>
              <th scope="col">办理</th>
            </tr>
          </thead>
          <tbody>
            {applications.map((application) => (
              <tr key={`${application.itemNo} ${application.stepNo ?? application.at}`}>
                <th scope="row">
                  {application.kind === 'bill' ? '账单' : '订单'}{' '}
                  <a href={href(placeOf(application))}>{application.itemNo}</a>
                </th>
                <td className={css.right}>{rmbText(application.amount)}</td>
                <td>
                  {applicationStateNames[application.state]}
                  <Undo application={application} {...(onUndo === undefined ? {} : { onUndo })} />
                </td>
                <td>
                  {application.by} <DateTime value={application.at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
);

/** The press that undoes an application, where it stands on a bill. */
const Undo = ({
  application,
  onUndo,
}: {
  application: Application;
  onUndo?: (part: StandingPart) => void;
}): JSX.Element | null => {
  const part = standingPartOf(application);
  return part === undefined || onUndo === undefined ? null : (
    <>
      {' '}
      <Button size="small" onClick={() => onUndo(part)}>
        撤销认款
      </Button>
    </>
  );
};

/** What of it never arrived and was taken back, with its reasons. */
const TakenBack = ({ receipt: { takenBack } }: { receipt: ReceiptDetail }): JSX.Element | null =>
  takenBack.length === 0 ? null : (
    <section>
      <h3 className={css.title}>撤回（{takenBack.length}）</h3>
      <ul className={css.body} aria-label="撤回">
        {takenBack.map(({ amount, at, by, reason }) => (
          <li key={at}>
            {rmbText(amount)} {by} <DateTime value={at} />：{reason}
          </li>
        ))}
      </ul>
    </section>
  );
