import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './receipt.module.css';
import type { Receipt } from './receipt-queries.ts';

/** What waits about a receipt: money that pays nothing yet, and the bank's word. @source receipts 1.2, 1.3 */
export const ReceiptTags = ({
  isConfirmed,
  unappliedAmount,
}: Pick<Receipt, 'isConfirmed' | 'unappliedAmount'>): JSX.Element => (
  <span className={css.tags}>
    {unappliedAmount > 0 ? <Tag tone="warn">未认款</Tag> : null}
    {!isConfirmed ? <Tag tone="neutral">待银行核对</Tag> : null}
  </span>
);

/** 0 says nothing in a column of sums. */
const sumOf = (amount: Receipt['amount']): JSX.Element | string =>
  amount === 0 ? '—' : <Amount text={rmbText(amount)} />;

/** Whose money it is; of nobody known, who paid it. */
const whoseIs = ({ tenantName, payerName }: Receipt): string | undefined =>
  tenantName ?? (payerName === undefined ? undefined : `付款人 ${payerName}`);

/** The table's columns. */
export const receiptColumns: ListColumns<Receipt> = {
  receiptNo: { title: '收款编号', cell: ({ receiptNo }) => receiptNo, share: 2.1, oneLine: true, fixed: true },
  receivedOn: { title: '到账日', cell: ({ receivedOn }) => receivedOn, share: 1.3 },
  tenantName: { title: '商户', cell: (receipt) => whoseIs(receipt) ?? '—', share: 1.4 },
  serial: { title: '银行流水号', cell: ({ serial }) => serial ?? '—', share: 1.4 },
  amount: { title: '金额', cell: ({ amount }) => <Amount text={rmbText(amount)} />, align: 'right', share: 1.2 },
  appliedAmount: {
    title: '已认',
    cell: ({ appliedAmount }) => sumOf(appliedAmount),
    align: 'right',
    share: 1.2,
    optional: true,
  },
  unappliedAmount: {
    title: '未认',
    cell: ({ unappliedAmount }) => sumOf(unappliedAmount),
    align: 'right',
    share: 1.2,
  },
  refundedAmount: {
    title: '已退',
    cell: ({ refundedAmount }) => sumOf(refundedAmount),
    align: 'right',
    share: 1.2,
    optional: true,
  },
  refundingAmount: {
    title: '退款中',
    cell: ({ refundingAmount }) => sumOf(refundingAmount),
    align: 'right',
    share: 1.2,
    optional: true,
  },
  isConfirmed: { title: '状态', cell: (receipt) => <ReceiptTags {...receipt} />, share: 1.2, fixed: true },
  payerName: { title: '付款人', cell: ({ payerName }) => payerName ?? '—', share: 1.4, optional: true },
  createdAt: { title: '登记时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.5, optional: true },
  source: 'notShown',
  tenantId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const ReceiptCard = ({ receipt }: { receipt: Receipt }): JSX.Element => (
  <RowCard
    title={whoseIs(receipt) ?? '未知商户'}
    tag={<ReceiptTags {...receipt} />}
    facts={[
      { label: '收款编号', value: receipt.receiptNo },
      { label: '到账日', value: receipt.receivedOn },
      { label: '银行流水号', value: receipt.serial ?? '' },
      { label: '未认', value: receipt.unappliedAmount > 0 ? rmbText(receipt.unappliedAmount) : '' },
    ]}
    amount={<Amount text={rmbText(receipt.amount)} />}
  />
);
