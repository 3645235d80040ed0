import { billApprovalNames, billStatusNames, providerDirectionNames } from '@ronghui/domain/bill';
import { lastDayBefore } from '@ronghui/domain/calendar';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { IssuedBill } from './issued-queries.ts';

const tones: Readonly<Record<IssuedBill['status'], Tone>> = {
  draft: 'neutral',
  pending: 'warn',
  disputed: 'bad',
  confirmed: 'info',
  settled: 'ok',
};

/** The state as its merchant reads it: a confirmed bill that waits for its second person says so. */
export const StatusTag = ({ status, approval }: Pick<IssuedBill, 'status' | 'approval'>): JSX.Element => (
  <span className={css.tags}>
    <Tag tone={tones[status]}>{status === 'draft' ? '草稿' : billStatusNames[status]}</Tag>
    {approval === 'waiting' ? <Tag tone="warn">{billApprovalNames.waiting}</Tag> : null}
  </span>
);

/** The due day; until the bill is confirmed it is only expected. */
const Due = ({ status, dueOn }: Pick<IssuedBill, 'status' | 'dueOn'>): JSX.Element => (
  <>
    <DateTime value={dueOn} precision="date" />
    {dueOn !== null && (status === 'pending' || status === 'disputed') ? '（预计）' : ''}
  </>
);

/** The table's columns. */
export const issuedColumns: ListColumns<IssuedBill> = {
  billNo: { title: '账单号', cell: ({ billNo }) => billNo ?? '草稿', share: 1.85, oneLine: true, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.4 },
  direction: { title: '方向', cell: ({ direction }) => providerDirectionNames[direction], share: 0.85, fixed: true },
  stageName: { title: '账期', cell: ({ stageName }) => stageName, share: 0.9 },
  productName: { title: '产品', cell: ({ productName }) => productName, share: 1.1 },
  projectName: { title: '项目', cell: ({ projectName }) => projectName, optional: true },
  orgName: { title: '机构', cell: ({ orgName }) => orgName, optional: true },
  lineCount: { title: '明细', cell: ({ lineCount }) => `${lineCount}\u00a0条`, align: 'right', optional: true },
  amount: { title: '账单金额', cell: ({ amount }) => <Amount text={rmbText(amount)} />, align: 'right', share: 1.15 },
  paidAmount: {
    title: '已收付',
    cell: ({ paidAmount }) => <Amount text={rmbText(paidAmount)} />,
    align: 'right',
    share: 1.15,
  },
  taxAmount: {
    title: '税额',
    cell: ({ taxAmount }) => <Amount text={rmbText(taxAmount)} />,
    align: 'right',
    share: 1.15,
    optional: true,
  },
  issuedAt: {
    title: '出账日期',
    cell: ({ issuedAt }) => <DateTime value={issuedAt} precision="date" />,
    share: 1.05,
  },
  confirmBy: {
    title: '确认截止',
    cell: ({ confirmBy }) => (confirmBy === null ? '—' : `${lastDayBefore(new Date(confirmBy))}\u00a024:00`),
    share: 1.5,
    oneLine: true,
    optional: true,
  },
  dueOn: { title: '付款到期', cell: Due, share: 1.1 },
  status: { title: '状态', cell: StatusTag, share: 1.15, fixed: true },
  approval: 'elsewhere',
  billId: 'notShown',
  tenantId: 'notShown',
  stageId: 'notShown',
  projectId: 'notShown',
  productId: 'notShown',
  orgId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const IssuedCard = ({ bill }: { bill: IssuedBill }): JSX.Element => (
  <RowCard
    title={bill.tenantName || bill.billNo || ''}
    tag={<StatusTag {...bill} />}
    facts={[
      { label: '账单号', value: bill.billNo ?? '' },
      { label: '账期', value: `${bill.stageName} ${bill.productName}` },
      { label: '方向', value: providerDirectionNames[bill.direction] },
      { label: '付款到期', value: bill.dueOn === null ? '' : <Due {...bill} /> },
    ]}
    amount={<Amount text={rmbText(bill.amount)} />}
  />
);
