import { rmbText } from '@ronghui/domain/money';
import { Amount, type ListColumns, RowCard } from '@ronghui/ui';
import type { JSX } from 'react';
import type { LoanConsult } from './loan-consult-queries.ts';

/** The table's columns. */
export const loanConsultColumns: ListColumns<LoanConsult> = {
  lineId: { title: '明细编号', cell: ({ lineId }) => lineId, share: 1.3, fixed: true },
  loanNo: { title: '贷款编号', cell: ({ loanNo }) => loanNo },
  unit: { title: '单位', cell: ({ unit }) => unit },
  loanAmount: {
    title: '贷款金额',
    cell: ({ loanAmount }) => <Amount text={loanAmount === null ? null : rmbText(loanAmount)} />,
    align: 'right',
  },
  amount: {
    title: '费用',
    cell: ({ amount }) => <Amount text={amount === null ? null : rmbText(amount)} />,
    align: 'right',
  },
  version: 'notShown',
};

/** The H5 card. */
export const LoanConsultCard = ({
  item: { lineId, loanNo, unit, loanAmount, amount },
}: {
  item: LoanConsult;
}): JSX.Element => (
  <RowCard
    title={lineId}
    facts={[
      { label: '贷款编号', value: loanNo },
      { label: '单位', value: unit },
      { label: '贷款金额', value: <Amount text={loanAmount === null ? null : rmbText(loanAmount)} /> },
      { label: '费用', value: <Amount text={amount === null ? null : rmbText(amount)} /> },
    ]}
  />
);
