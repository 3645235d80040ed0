import { differenceOf, fen, noFen, percentText, rateOf, rmbText } from '@ronghui/domain/money';
import { CopyButton, DateTime, type DetailFacts } from '@ronghui/ui';
import type { ReactNode } from 'react';
import type { BillDetail } from '../bill-queries.ts';
import { confirmDayOf, dueText } from '../bill-words.ts';
import css from './statement.module.css';

/** 逾期自动确认 2026-11-25 24:00, or who and when. */
const confirmedText = (bill: BillDetail): ReactNode => {
  if (bill.confirmedAt === undefined) return null;
  if (bill.autoConfirmed) return <>系统自动确认（逾期，{confirmDayOf(bill)}&nbsp;24:00）</>;
  return (
    <>
      {bill.confirmedBy} <DateTime value={bill.confirmedAt} />
    </>
  );
};

const approvedText = (bill: BillDetail): ReactNode => {
  if (bill.approvedAt === undefined) return null;
  if (bill.autoApproved) return <>系统视同通过（逾期，{confirmDayOf(bill)}&nbsp;24:00）</>;
  return (
    <>
      {bill.approvedBy} <DateTime value={bill.approvedAt} />
    </>
  );
};

/** The sum of what the fees are reckoned from. */
const basisSumText = ({ basis, unit }: BillDetail): string =>
  unit === null ? rmbText(fen(basis)) : `${basis.toLocaleString('en-US')}\u00a0${unit}`;

/** What the bill is about, by the fields of its detail. */
export const billFacts: DetailFacts<BillDetail> = {
  billNo: {
    label: '账单号',
    value: ({ billNo }) => (
      <span className={css.copied}>
        {billNo} <CopyButton text={billNo} label="复制账单号" />
      </span>
    ),
  },
  payer: { label: '付款方', value: ({ payer }) => payer },
  receiver: { label: '收款方', value: ({ receiver }) => receiver },
  paymentCode: 'elsewhere',
  payOnline: 'elsewhere',
  direction: 'elsewhere',
  stageId: 'notShown',
  stageName: { label: '账期', value: ({ stageName }) => stageName },
  projectId: 'notShown',
  projectName: { label: '项目', value: ({ projectName }) => projectName },
  productId: 'notShown',
  productName: { label: '产品', value: ({ productName }) => productName },
  orgId: 'notShown',
  orgName: { label: '机构', value: ({ orgName }) => orgName },
  lineCount: { label: '明细', value: ({ lineCount }) => `${lineCount.toLocaleString('en-US')}\u00a0条` },
  basis: { label: '计费金额或数量', value: basisSumText },
  unit: 'elsewhere',
  amount: 'elsewhere',
  taxAmount: {
    label: '其中税额',
    value: ({ taxAmount, taxRate }) => `${rmbText(taxAmount)}（税率 ${percentText(rateOf(taxRate, 'millionths'))}）`,
  },
  taxRate: 'elsewhere',
  issuedAt: {
    label: '出账',
    value: ({ issuedAt, timeline }) => (
      <>
        {timeline[0]?.by} <DateTime value={issuedAt} />
      </>
    ),
  },
  status: 'elsewhere',
  approval: 'elsewhere',
  confirmBy: { label: '确认截止', value: (bill) => `${confirmDayOf(bill)}\u00a024:00` },
  confirmedAt: { label: '确认', value: confirmedText },
  confirmedBy: 'elsewhere',
  autoConfirmed: 'elsewhere',
  approvedAt: { label: '复核', value: approvedText },
  approvedBy: 'elsewhere',
  autoApproved: 'elsewhere',
  canApprove: 'elsewhere',
  dueOn: { label: '付款到期', value: dueText },
  dueIsExpected: 'elsewhere',
  paidAmount: ({ amount, paidAmount, status, direction }) => {
    if (paidAmount === 0) return [];
    const [paid, open] = direction === 'payable' ? ['已付', '未付'] : ['已收', '未收'];
    // A rest that was written off is not open.
    const rest = status === 'settled' ? noFen : differenceOf(amount, paidAmount);
    return [
      { label: paid, value: rmbText(paidAmount) },
      { label: open, value: rest > 0 ? rmbText(rest) : null },
    ];
  },
  writtenOffAmount: {
    label: '核销',
    value: ({ writtenOffAmount }) => (writtenOffAmount === undefined ? null : rmbText(writtenOffAmount)),
  },
  inCheck: 'elsewhere',
  settledAt: { label: '结清', value: ({ settledAt }) => settledAt && <DateTime value={settledAt} /> },
  sums: 'elsewhere',
  adjustments: 'elsewhere',
  timeline: 'elsewhere',
  payee: 'elsewhere',
  receivingAccount: 'elsewhere',
  rules: 'elsewhere',
  limits: 'elsewhere',
  comparison: 'elsewhere',
  settlements: 'elsewhere',
  reversedSettlements: 'elsewhere',
  vouchers: 'elsewhere',
  digest: 'elsewhere',
  version: 'notShown',
};
