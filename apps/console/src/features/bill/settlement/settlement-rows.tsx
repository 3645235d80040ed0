import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { SettledBill } from './settlement-queries.ts';

type Stated = Pick<SettledBill, 'status' | 'inCheck' | 'isOverdue' | 'paidAmount'>;

/** Where a bill stands: what waits to be checked, what is past its due day, what is partly paid. */
export const SettlementTags = ({ status, inCheck, isOverdue, paidAmount }: Stated): JSX.Element => (
  <span className={css.tags}>
    {status === 'settled' ? <Tag tone="ok">已结清</Tag> : null}
    {inCheck ? <Tag tone="warn">凭证待核对</Tag> : null}
    {isOverdue ? <Tag tone="bad">已逾期</Tag> : null}
    {status === 'confirmed' && paidAmount > 0 ? <Tag tone="info">部分结清</Tag> : null}
    {status === 'confirmed' && !inCheck && !isOverdue && paidAmount === 0 ? <Tag>待结清</Tag> : null}
  </span>
);

/** The table's columns. */
export const settlementColumns: ListColumns<SettledBill> = {
  billNo: { title: '账单号', cell: ({ billNo }) => billNo, share: 1.85, oneLine: true, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.2 },
  direction: { title: '方向', cell: ({ direction }) => providerDirectionNames[direction], share: 0.85, fixed: true },
  stageName: { title: '账期', cell: ({ stageName }) => stageName, share: 0.9 },
  productName: { title: '产品', cell: ({ productName }) => productName, share: 1.1 },
  projectName: { title: '项目', cell: ({ projectName }) => projectName, optional: true },
  orgName: { title: '机构', cell: ({ orgName }) => orgName, optional: true },
  amount: { title: '账单金额', cell: ({ amount }) => <Amount text={rmbText(amount)} />, align: 'right', share: 1.15 },
  remainingAmount: {
    title: '未结清',
    cell: ({ remainingAmount }) => <Amount text={rmbText(remainingAmount)} />,
    align: 'right',
    share: 1.15,
  },
  paidAmount: {
    title: '已收付',
    cell: ({ paidAmount }) => <Amount text={rmbText(paidAmount)} />,
    align: 'right',
    share: 1.15,
    optional: true,
  },
  dueOn: { title: '付款到期', cell: ({ dueOn }) => dueOn, share: 1.05, oneLine: true },
  status: { title: '状态', cell: (bill) => <SettlementTags {...bill} />, share: 1.05, fixed: true },
  takenBy: { title: '办理人', cell: ({ takenBy }) => takenBy ?? '—', share: 0.8 },
  settledAt: { title: '结清时间', cell: ({ settledAt }) => <DateTime value={settledAt} />, share: 1.5, optional: true },
  inCheck: 'elsewhere',
  isOverdue: 'elsewhere',
  tenantId: 'notShown',
  stageId: 'notShown',
  projectId: 'notShown',
  productId: 'notShown',
  orgId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const SettlementCard = ({ bill }: { bill: SettledBill }): JSX.Element => (
  <RowCard
    title={bill.tenantName || bill.billNo}
    tag={<SettlementTags {...bill} />}
    facts={[
      { label: '账单号', value: bill.billNo },
      { label: '账期', value: `${bill.stageName} ${bill.productName}` },
      { label: '方向', value: providerDirectionNames[bill.direction] },
      { label: '付款到期', value: bill.dueOn },
      { label: '办理人', value: bill.takenBy ?? '' },
    ]}
    amount={<Amount text={rmbText(bill.remainingAmount)} />}
  />
);
