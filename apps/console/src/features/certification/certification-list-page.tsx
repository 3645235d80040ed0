import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { searchesAll } from '@ronghui/web/state/search-all';
import type { JSX } from 'react';
import { useListedRows } from '#kernel/listed-rows.ts';
import { paths } from '#kernel/paths.ts';
import { type Submission, useSubmissionList } from './certification-queries.ts';
import { SubmissionCard, submissionColumns } from './certification-rows.tsx';
import { statusNames } from './certification-words.ts';

const keyOf = ({ submissionNo }: Submission): string => submissionNo;
const card = (submission: Submission): JSX.Element => <SubmissionCard submission={submission} />;
const openHref = (submissionNo: string): string => href(paths.certification(submissionNo));
const statuses = ['pendingTransfer', 'passed', 'rejected'] as const;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    unset: statusNames.pending,
    options: [...statuses.map((value) => ({ value, label: statusNames[value] })), { value: 'all', label: '全部' }],
  },
  {
    kind: 'text',
    name: 'keyword',
    label: '企业、代码或申请号',
    placeholder: '名称的一部分，代码或申请号开头',
    maxLength: 60,
  },
  {
    kind: 'select',
    name: 'taken',
    label: '办理人',
    options: [
      { value: 'mine', label: '我的' },
      { value: 'free', label: '无人办理' },
    ],
  },
  { kind: 'dates', name: 'from', to: 'to', label: '提交日期' },
];

/** The queue of certifications, and those that were decided. @source R11.4 */
export const CertificationListPage = (): JSX.Element => {
  const list = { ...searchesAll(useSubmissionList(), { chips: 'status', names: ['keyword'] }), openHref };
  useListedRows('certifications', list, keyOf);
  const first = list.rows.status === 'ready' ? list.rows.data[0] : undefined;
  return (
    <ListPage
      title="企业认证"
      sub="等待审核的，最早的在前；按企业、代码或申请号查找时，在所有申请里查找。"
      actions={
        first?.status === 'pending' ? (
          <Button size="small" variant="primary" href={openHref(first.submissionNo)}>
            从第一份开始
          </Button>
        ) : undefined
      }
      list={list}
      name="certification"
      label="认证申请"
      unit="份申请"
      keyOf={keyOf}
      columns={submissionColumns}
      card={card}
      opens
      fields={fields}
      empty={{ title: '没有等待审核的认证', text: '商户提交之后，会排在这里。' }}
    />
  );
};
