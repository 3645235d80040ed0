import { ownRateText, rateOf, rmbText } from '@ronghui/domain/money';
import { Amount, type ListColumns, RowCard } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { type Dimensions, nameOf } from '#features/bill/bill.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import type { LoanConsult } from './loan-consult-queries.ts';

/** The basis of a line: an amount, or a quantity in its unit. */
const Basis = ({ line: { loanAmount, quantity, unit } }: { line: LoanConsult }): JSX.Element =>
  loanAmount === null ? (
    <>{`${(quantity ?? 0).toLocaleString('en-US')} ${unit}`}</>
  ) : (
    <Amount text={rmbText(loanAmount)} />
  );

/** What stands of the fee, once a bill has it: before the stage is issued, and of a line that the stage left out, none does. It leads to its line in the bill that it is in. */
const Fee = ({ line }: { line: LoanConsult }): JSX.Element => {
  const mayRead = useAuth()['bill.read'] === true;
  const { amount, adjustedAmount, billNo, loanNo } = line;
  if (amount === null) return <Amount text={null} fallback="尚未计入账单" />;
  const text = <Amount text={rmbText(adjustedAmount ?? amount)} />;
  const shown =
    mayRead && billNo !== undefined ? <a href={href(paths.bill(billNo, { line: loanNo }))}>{text}</a> : text;
  return adjustedAmount === undefined ? (
    shown
  ) : (
    <>
      {shown}
      <small> 反馈调整，原 {rmbText(amount)}</small>
    </>
  );
};

/** The rate of a line's own. */
const rateText = ({ rate, loanAmount, unit }: LoanConsult): string =>
  rate === null ? '—' : ownRateText(rateOf(rate, 'millionths'), loanAmount === null ? unit : null);

/** The table's columns. */
export const columnsOf = (
  { stages, orgs, projects, products }: Dimensions,
  person: string,
): ListColumns<LoanConsult> => ({
  lineId: 'notShown',
  loanNo: { title: '业务编号', cell: ({ loanNo }) => loanNo, share: 1.3, fixed: true },
  occurredOn: { title: '日期', cell: ({ occurredOn }) => occurredOn, share: 0.9 },
  stageId: { title: '账期', cell: ({ stageId }) => nameOf(stages, stageId), share: 0.75 },
  orgId: { title: '机构', cell: ({ orgId }) => nameOf(orgs, orgId), share: 1.05 },
  projectId: { title: '项目', cell: ({ projectId }) => nameOf(projects, projectId), share: 0.9 },
  productId: { title: '产品', cell: ({ productId }) => nameOf(products, productId) },
  borrowerMasked: { title: person, cell: ({ borrowerMasked }) => borrowerMasked ?? '—', share: 0.7 },
  loanAmount: { title: '计费金额 / 数量', cell: (line) => <Basis line={line} />, align: 'right' },
  quantity: 'elsewhere',
  unit: 'elsewhere',
  rate: { title: '费率 / 单价', cell: rateText, align: 'right', share: 0.7 },
  amount: { title: '费用', cell: (line) => <Fee line={line} />, align: 'right', share: 0.95 },
  correctsLineId: 'notShown',
  billNo: 'elsewhere',
  adjustedAmount: 'elsewhere',
});

/** The H5 card. */
export const LoanConsultCard = ({ line, names }: { line: LoanConsult; names: Dimensions }): JSX.Element => (
  <RowCard
    title={line.loanNo}
    facts={[
      { label: '账期', value: nameOf(names.stages, line.stageId) },
      { label: '机构', value: nameOf(names.orgs, line.orgId) },
      { label: '产品', value: nameOf(names.products, line.productId) },
      { label: '计费金额 / 数量', value: <Basis line={line} /> },
      // A fee that is not known yet is a fact like the others; a known one stands out.
      ...(line.amount === null ? [{ label: '费用', value: <Fee line={line} /> }] : []),
    ]}
    note={line.occurredOn}
    amount={line.amount === null ? undefined : <Fee line={line} />}
  />
);
