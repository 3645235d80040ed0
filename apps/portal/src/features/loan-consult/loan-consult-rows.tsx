import { rmbText } from '@ronghui/domain/money';
import { Amount, type ListColumns, RowCard } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Dimensions, LoanConsult } from './loan-consult-queries.ts';

/** The name of an id; an id without one stands for itself. */
const nameOf = (choices: Dimensions['stages'], id: string): string =>
  choices.find(({ value }) => value === id)?.label ?? id;

/** The basis of a line: an amount, or a quantity in its unit. */
const Basis = ({ line: { loanAmount, quantity, unit } }: { line: LoanConsult }): JSX.Element =>
  loanAmount === null ? (
    <>{`${(quantity ?? 0).toLocaleString('en-US')} ${unit}`}</>
  ) : (
    <Amount text={rmbText(loanAmount)} />
  );

/** The fee; known once the stage is issued. */
const Fee = ({ amount }: Pick<LoanConsult, 'amount'>): JSX.Element => (
  <Amount text={amount === null ? null : rmbText(amount)} fallback="出账后显示" />
);

/** 0.5%, from millionths. */
const rateText = (rate: number): string => `${(rate / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })}%`;

/** The table's columns. */
export const columnsOf = ({ stages, orgs, projects, products }: Dimensions): ListColumns<LoanConsult> => ({
  lineId: 'notShown',
  loanNo: { title: '编号', cell: ({ loanNo }) => loanNo, share: 1.3, fixed: true },
  occurredOn: { title: '日期', cell: ({ occurredOn }) => occurredOn, share: 0.8 },
  stageId: { title: '账期', cell: ({ stageId }) => nameOf(stages, stageId) },
  orgId: { title: '机构', cell: ({ orgId }) => nameOf(orgs, orgId) },
  projectId: { title: '项目', cell: ({ projectId }) => nameOf(projects, projectId) },
  productId: { title: '产品', cell: ({ productId }) => nameOf(products, productId) },
  borrowerMasked: { title: '借款人', cell: ({ borrowerMasked }) => borrowerMasked ?? '—', share: 0.7 },
  loanAmount: { title: '贷款金额 / 数量', cell: (line) => <Basis line={line} />, align: 'right' },
  quantity: 'elsewhere',
  unit: 'elsewhere',
  rate: { title: '费率', cell: ({ rate }) => (rate === null ? '—' : rateText(rate)), align: 'right', share: 0.6 },
  amount: { title: '费用', cell: ({ amount }) => <Fee amount={amount} />, align: 'right' },
  correctsLineId: 'notShown',
});

/** The H5 card. */
export const LoanConsultCard = ({ line, names }: { line: LoanConsult; names: Dimensions }): JSX.Element => (
  <RowCard
    title={line.loanNo}
    facts={[
      { label: '账期', value: nameOf(names.stages, line.stageId) },
      { label: '机构', value: nameOf(names.orgs, line.orgId) },
      { label: '产品', value: nameOf(names.products, line.productId) },
      { label: '贷款金额 / 数量', value: <Basis line={line} /> },
    ]}
    note={line.occurredOn}
    amount={<Fee amount={line.amount} />}
  />
);
