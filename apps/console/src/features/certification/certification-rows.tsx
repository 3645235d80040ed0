import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { ageText } from '#kernel/age-text.ts';
import type { Submission } from './certification-queries.ts';
import { statusNames, statusTones } from './certification-words.ts';

/** A certification's status, in words and colour. */
export const CertificationTag = ({ status }: Pick<Submission, 'status'>): JSX.Element => (
  <Tag tone={statusTones[status]}>{statusNames[status]}</Tag>
);

const waited = ({ status, submittedAt }: Submission): string =>
  status === 'pending' ? ageText(serverNow() - Date.parse(submittedAt)) : '';

const kindOf = ({ ordinal, isCertified }: Submission): string =>
  isCertified ? '变更' : ordinal > 1 ? `第\u00a0${ordinal}\u00a0次提交` : '首次提交';

/** The table's columns. */
export const submissionColumns: ListColumns<Submission> = {
  companyName: { title: '企业名称', cell: ({ companyName }) => companyName || '—', share: 2.3, fixed: true },
  uscc: { title: '统一社会信用代码', cell: ({ uscc }) => uscc, share: 1.85, oneLine: true },
  status: { title: '状态', cell: (row) => <CertificationTag {...row} />, share: 0.95, fixed: true },
  ordinal: { title: '提交', cell: kindOf, share: 1 },
  submittedAt: { title: '提交时间', cell: ({ submittedAt }) => <DateTime value={submittedAt} />, share: 1.5 },
  waited: { title: '已等待', cell: waited, share: 1 },
  takenBy: { title: '办理人', cell: ({ takenBy }) => takenBy ?? '—', share: 0.8 },
  submissionNo: { title: '申请号', cell: ({ submissionNo }) => submissionNo, share: 2.05, oneLine: true },
  reviewedAt: {
    title: '办理时间',
    cell: ({ reviewedAt }) => <DateTime value={reviewedAt} />,
    share: 1.5,
    optional: true,
  },
  isCertified: 'elsewhere',
  tenantId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const SubmissionCard = ({ submission }: { submission: Submission }): JSX.Element => (
  <RowCard
    title={submission.companyName || submission.uscc}
    tag={<CertificationTag {...submission} />}
    facts={[
      { label: '统一社会信用代码', value: submission.uscc },
      { label: '提交', value: kindOf(submission) },
      { label: '办理人', value: submission.takenBy ?? '' },
    ]}
    note={waited(submission)}
  />
);
