import { providerDirectionNames } from '@ronghui/domain/bill';
import { feedbackStatusNames } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './feedback.module.css';
import type { Feedback } from './feedback-queries.ts';
import { differenceText, isDue, lastDay, scopeText, statusTones } from './feedback-words.ts';

type Stated = Pick<Feedback, 'status' | 'withdrawn' | 'late' | 'awaitsRelease'>;

/** Where a case stands, whether a colleague has to release its answer, and whether that is late. */
export const FeedbackTags = ({ status, withdrawn, late, awaitsRelease }: Stated): JSX.Element => (
  <span className={css.tags}>
    {withdrawn ? (
      <Tag tone="neutral">商户已撤回</Tag>
    ) : (
      <Tag tone={statusTones[status]}>{feedbackStatusNames[status]}</Tag>
    )}
    {awaitsRelease ? <Tag tone="warn">待复核</Tag> : null}
    {late ? <Tag tone="bad">{isDue({ status }) ? '答复逾期' : '逾期答复'}</Tag> : null}
  </span>
);

const answerBy = (row: Feedback): JSX.Element | string =>
  isDue(row) ? <DateTime value={lastDay(row.answerBy)} precision="date" /> : '—';

/** The table's columns. */
export const feedbackColumns: ListColumns<Feedback> = {
  feedbackNo: { title: '反馈编号', cell: ({ feedbackNo }) => feedbackNo, share: 2.05, oneLine: true, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.25 },
  billNo: { title: '账单号', cell: ({ billNo }) => billNo, share: 2.05, oneLine: true },
  stageName: { title: '账期', cell: ({ stageName }) => stageName, share: 0.9, optional: true },
  productName: { title: '产品', cell: ({ productName }) => productName, share: 1.1, optional: true },
  orgName: { title: '机构', cell: ({ orgName }) => orgName, optional: true },
  direction: { title: '方向', cell: ({ direction }) => providerDirectionNames[direction], share: 0.8, optional: true },
  lineCount: { title: '范围', cell: ({ lineCount }) => scopeText(lineCount), share: 0.85 },
  standingAmount: {
    title: '账单所示',
    cell: ({ standingAmount }) => <Amount text={rmbText(standingAmount)} />,
    align: 'right',
    share: 1.15,
  },
  claimedAmount: {
    title: '相差',
    cell: ({ claimedAmount, standingAmount }) => <Amount text={differenceText(claimedAmount, standingAmount)} />,
    align: 'right',
    share: 1.15,
  },
  answerBy: { title: '答复期限', cell: answerBy, share: 1.05 },
  status: { title: '状态', cell: (row) => <FeedbackTags {...row} />, share: 1.05, fixed: true },
  takenBy: { title: '办理人', cell: ({ takenBy }) => takenBy ?? '—', share: 0.8 },
  createdAt: { title: '提出时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.5, optional: true },
  withdrawn: 'elsewhere',
  late: 'elsewhere',
  awaitsRelease: 'elsewhere',
  tenantId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const FeedbackCard = ({ row }: { row: Feedback }): JSX.Element => (
  <RowCard
    title={row.tenantName || row.feedbackNo}
    tag={<FeedbackTags {...row} />}
    facts={[
      { label: '账单号', value: row.billNo },
      { label: '账期', value: `${row.stageName} ${row.productName}` },
      { label: '范围', value: scopeText(row.lineCount) },
      { label: '答复期限', value: answerBy(row) },
      { label: '办理人', value: row.takenBy ?? '' },
    ]}
    note={row.feedbackNo}
    amount={<Amount text={differenceText(row.claimedAmount, row.standingAmount)} />}
  />
);
