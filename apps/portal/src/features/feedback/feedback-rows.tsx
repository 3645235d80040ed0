import { billDirectionNames } from '@ronghui/domain/bill';
import { type FeedbackStatus, feedbackStatusNames } from '@ronghui/domain/feedback';
import { differenceOf, type Fen, rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './feedback.module.css';
import type { Feedback } from './feedback-queries.ts';

const tones: Readonly<Record<FeedbackStatus, Tone>> = {
  open: 'info',
  inProgress: 'info',
  resolved: 'ok',
  rejected: 'bad',
};

type Stated = Pick<Feedback, 'status' | 'withdrawn' | 'late'>;

/** Whether the answer of the provider is still due. */
export const isDue = ({ status }: Pick<Feedback, 'status'>): boolean => status === 'open' || status === 'inProgress';

/** Where a feedback stands, and whether its answer is late. @source R4.10, billing.md, feedback */
export const FeedbackTags = ({ status, withdrawn, late }: Stated): JSX.Element => (
  <span className={css.tags}>
    {withdrawn ? <Tag tone="neutral">已撤回</Tag> : <Tag tone={tones[status]}>{feedbackStatusNames[status]}</Tag>}
    {late ? <Tag tone="warn">{isDue({ status }) ? '答复逾期' : '逾期答复'}</Tag> : null}
  </span>
);

/** +¥12.00: what is claimed less what stands. It is shown, never typed. @source billing.md, feedback */
export const differenceText = ({ claimed, standing }: { readonly claimed: Fen; readonly standing: Fen }): string =>
  rmbText(differenceOf(claimed, standing), { sign: 'always' });

const differenceOfRow = ({ claimedAmount: claimed, standingAmount: standing }: Feedback): string =>
  differenceText({ claimed, standing });

/** An amount after its direction, as in the list of bills. */
const Directed = ({ direction, amount }: Pick<Feedback, 'direction'> & { amount: Fen }): JSX.Element => (
  <span className={css[direction]}>
    <span className={css.direction}>{billDirectionNames[direction]}</span> <Amount text={rmbText(amount)} />
  </span>
);

/** 整张账单, or how many lines. */
export const scopeText = (lineCount: number): string => (lineCount === 0 ? '整张账单' : `${lineCount}\u00a0条明细`);

/** The last day of a deadline, which is the end of a day. */
export const lastDay = (deadline: string): string => new Date(Date.parse(deadline) - 1).toISOString();

/** The table's columns. */
export const feedbackColumns: ListColumns<Feedback> = {
  feedbackNo: { title: '反馈编号', cell: ({ feedbackNo }) => feedbackNo, share: 1.8, oneLine: true, fixed: true },
  billNo: { title: '账单号', cell: ({ billNo }) => billNo, share: 1.85, oneLine: true },
  stageName: { title: '账期', cell: ({ stageName }) => stageName, share: 0.75 },
  productName: { title: '产品', cell: ({ productName }) => productName, share: 0.95 },
  orgName: 'notShown',
  direction: 'elsewhere',
  lineCount: { title: '范围', cell: ({ lineCount }) => scopeText(lineCount), share: 0.8 },
  standingAmount: {
    title: '账单所示',
    cell: ({ direction, standingAmount }) => <Directed direction={direction} amount={standingAmount} />,
    align: 'right',
    share: 1.25,
  },
  claimedAmount: {
    title: '主张金额',
    cell: ({ claimedAmount }) => <Amount text={rmbText(claimedAmount)} />,
    align: 'right',
  },
  difference: { title: '相差', cell: (row) => <Amount text={differenceOfRow(row)} />, align: 'right' },
  status: { title: '状态', cell: (row) => <FeedbackTags {...row} />, share: 0.85, fixed: true },
  withdrawn: 'elsewhere',
  late: 'elsewhere',
  answerBy: {
    title: '答复期限',
    cell: (row) => (isDue(row) ? <DateTime value={lastDay(row.answerBy)} precision="date" /> : '—'),
    share: 1.1,
  },
  createdAt: { title: '提出时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.4, optional: true },
  version: 'notShown',
};

/** The H5 card. */
export const FeedbackCard = ({ row }: { row: Feedback }): JSX.Element => (
  <RowCard
    title={`${row.stageName} ${row.productName}`}
    tag={<FeedbackTags {...row} />}
    facts={[
      { label: '账单号', value: row.billNo },
      { label: '范围', value: scopeText(row.lineCount) },
      { label: '主张金额', value: <Directed direction={row.direction} amount={row.claimedAmount} /> },
      ...(isDue(row)
        ? [{ label: '答复期限', value: <DateTime value={lastDay(row.answerBy)} precision="date" /> }]
        : []),
    ]}
    note={<DateTime value={row.createdAt} />}
    amount={<Amount text={differenceOfRow(row)} />}
  />
);
