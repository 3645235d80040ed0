import { billDirectionNames, billStatusNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import type { IssuedBill } from './issued-queries.ts';

const tones: Readonly<Record<IssuedBill['status'], Tone>> = {
  draft: 'neutral',
  pending: 'warn',
  disputed: 'bad',
  confirmed: 'info',
  settled: 'ok',
};

const StatusTag = ({ status }: Pick<IssuedBill, 'status'>): JSX.Element => (
  <Tag tone={tones[status]}>{status === 'draft' ? '草稿' : billStatusNames[status]}</Tag>
);

/** The table's columns. */
export const issuedColumns: ListColumns<IssuedBill> = {
  billNo: { title: '账单号', cell: ({ billNo }) => billNo ?? '草稿', share: 1.6, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.2 },
  direction: { title: '方向', cell: ({ direction }) => billDirectionNames[direction], share: 0.6, fixed: true },
  stageName: { title: '账期', cell: ({ stageName }) => stageName, share: 0.85 },
  productName: { title: '产品', cell: ({ productName }) => productName },
  projectName: { title: '项目', cell: ({ projectName }) => projectName, optional: true },
  orgName: { title: '机构', cell: ({ orgName }) => orgName, optional: true },
  lineCount: { title: '明细', cell: ({ lineCount }) => `${lineCount}\u00a0条`, align: 'right', optional: true },
  amount: { title: '账单金额', cell: ({ amount }) => <Amount text={rmbText(amount)} />, align: 'right', share: 1.1 },
  paidAmount: { title: '已收付', cell: ({ paidAmount }) => <Amount text={rmbText(paidAmount)} />, align: 'right' },
  taxAmount: {
    title: '税额',
    cell: ({ taxAmount }) => <Amount text={rmbText(taxAmount)} />,
    align: 'right',
    optional: true,
  },
  issuedAt: { title: '出账时间', cell: ({ issuedAt }) => <DateTime value={issuedAt ?? undefined} />, share: 1.05 },
  confirmBy: {
    title: '确认期限',
    cell: ({ confirmBy }) => <DateTime value={confirmBy ?? undefined} />,
    optional: true,
  },
  dueOn: { title: '付款到期', cell: ({ dueOn }) => dueOn ?? '—', share: 1.1 },
  status: { title: '状态', cell: StatusTag, share: 1.2, fixed: true },
  approval: 'notShown',
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
    tag={<StatusTag status={bill.status} />}
    facts={[
      { label: '账单号', value: bill.billNo ?? '' },
      { label: '账期', value: `${bill.stageName} ${bill.productName}` },
      { label: '方向', value: billDirectionNames[bill.direction] },
      { label: '付款到期', value: bill.dueOn ?? '' },
    ]}
    amount={<Amount text={rmbText(bill.amount)} />}
  />
);
