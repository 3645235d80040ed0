import { type BillStatus, billApprovalNames, billDirectionNames, billStatusNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, classNames, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import type { Bill } from './bill-queries.ts';
import css from './bill-rows.module.css';
import { deadlineOf, dueText } from './bill-words.ts';

const tones: Readonly<Record<BillStatus, Tone>> = {
  pending: 'warn',
  disputed: 'bad',
  confirmed: 'info',
  settled: 'ok',
};

/** A bill's status in words and colour; one that waits for its approval says so. @source R4.9 */
export const BillTag = ({ bill: { status, approval } }: { bill: Pick<Bill, 'status' | 'approval'> }): JSX.Element => (
  <span className={css.tags}>
    <Tag tone={tones[status]}>{billStatusNames[status]}</Tag>
    {approval === 'waiting' ? <Tag tone="warn">{billApprovalNames.waiting}</Tag> : null}
  </span>
);

/** The amount with its direction; what the merchant receives has its own colour. */
const BillAmount = ({ bill: { direction, amount } }: { bill: Pick<Bill, 'direction' | 'amount'> }): JSX.Element => (
  <span className={css[direction]}>
    <span className={css.direction}>{billDirectionNames[direction]}</span> <Amount text={rmbText(amount)} />
  </span>
);

const DeadlineText = ({ bill }: { bill: Bill }): JSX.Element => {
  const { text, tone, late } = deadlineOf(bill, serverNow());
  return (
    <span className={css.deadline}>
      <span className={classNames(css.date, tone === 'bad' && css.bad)}>{text}</span>
      {late === undefined ? null : <span className={classNames(css.date, css.bad)}>{late}</span>}
    </span>
  );
};

/** A name that may be long: in two lines, whole for the pointer and in the drawer. */
const Name = ({ text }: { text: string }): JSX.Element => (
  <span className={css.name} title={text}>
    {text}
  </span>
);

const count = (value: number): string => value.toLocaleString('en-US');

/** The table's columns. */
export const billColumns: ListColumns<Bill> = {
  billNo: { title: '账单号', cell: ({ billNo }) => billNo, share: 1.75, fixed: true },
  stageId: 'notShown',
  stageName: { title: '账期', cell: ({ stageName }) => <Name text={stageName} />, share: 0.75 },
  orgId: 'notShown',
  orgName: { title: '机构', cell: ({ orgName }) => <Name text={orgName} />, share: 1.15 },
  productId: 'notShown',
  productName: { title: '产品', cell: ({ productName }) => <Name text={productName} />, share: 0.95 },
  projectId: 'notShown',
  projectName: { title: '项目', cell: ({ projectName }) => projectName, optional: true },
  lineCount: { title: '明细', cell: ({ lineCount }) => count(lineCount), align: 'right', share: 0.5 },
  direction: 'elsewhere',
  amount: { title: '金额', cell: (bill) => <BillAmount bill={bill} />, align: 'right', share: 1.4 },
  taxAmount: {
    title: '其中税额',
    cell: ({ taxAmount }) => <Amount text={rmbText(taxAmount)} />,
    align: 'right',
    optional: true,
  },
  paidAmount: {
    title: '已付 / 已收',
    cell: ({ paidAmount }) => <Amount text={rmbText(paidAmount)} />,
    align: 'right',
    optional: true,
  },
  status: { title: '状态', cell: (bill) => <BillTag bill={bill} />, share: 1.1, fixed: true },
  approval: 'elsewhere',
  confirmBy: { title: '期限', cell: (bill) => <DeadlineText bill={bill} />, share: 1.35 },
  dueOn: { title: '付款到期', cell: dueText, share: 1.2, optional: true },
  dueIsExpected: 'elsewhere',
  issuedAt: { title: '出账时间', cell: ({ issuedAt }) => <DateTime value={issuedAt} />, optional: true },
  inCheck: 'elsewhere',
  settledAt: 'elsewhere',
  version: 'notShown',
};

/** The H5 card. */
export const BillCard = ({ bill }: { bill: Bill }): JSX.Element => (
  <RowCard
    title={bill.productName}
    tag={<BillTag bill={bill} />}
    facts={[
      { label: '账单号', value: bill.billNo },
      { label: '账期', value: bill.stageName },
      { label: '机构', value: bill.orgName },
      { label: '明细', value: `${count(bill.lineCount)}\u00a0条` },
    ]}
    note={<DeadlineText bill={bill} />}
    amount={<BillAmount bill={bill} />}
  />
);
