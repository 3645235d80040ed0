import { feedbackStatuses, feedbackStatusNames } from '@ronghui/domain/feedback';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Feedback, useFeedbackList, useUncertified } from './feedback-queries.ts';
import { FeedbackCard, feedbackColumns } from './feedback-rows.tsx';

/** Fetch them, also ahead. */
export const loadFeedbackDrawer = () => import('./feedback-drawer.tsx');
export const loadVarianceDrawer = () => import('./variance-drawer.tsx');
const FeedbackDrawer = lazyPart(loadFeedbackDrawer);
const VarianceDrawer = lazyPart(loadVarianceDrawer);

const title = '差异反馈';
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: feedbackStatuses.map((value) => ({ value, label: feedbackStatusNames[value] })),
  },
  {
    kind: 'select',
    name: 'awaiting',
    label: '答复',
    options: [
      { value: 'answer', label: '待答复' },
      { value: 'lateAnswer', label: '答复逾期' },
    ],
  },
  { kind: 'text', name: 'billNo', label: '账单号', placeholder: '完整的账单号', maxLength: 64 },
];
const keyOf = ({ feedbackNo }: Feedback): string => feedbackNo;
const card = (row: Feedback): JSX.Element => <FeedbackCard row={row} />;

/** The tenant's feedback on its bills; `claim=new` with a bill opens the form of another one. @source R10.4, R4.13, ux "Merchant area" */
export const FeedbackListPage = (): JSX.Element =>
  useUncertified() ? <CertifyFirst title={title} text="账单和差异反馈在企业认证通过后开放。" /> : <FeedbackList />;

const FeedbackList = (): JSX.Element => {
  const list = useFeedbackList();
  const [search, change] = useSearch();
  const mayClaim = useAuth()['feedback.write'] === true;
  const { billNo } = list.values;
  const isClaiming = mayClaim && billNo !== '' && search.get('claim') === 'new' && list.open === null;
  return (
    <>
      <ListPage
        title={title}
        sub="对账单金额有异议时提出主张，平台在 3 个工作日内答复；每条反馈的往来和结果都留在这里。"
        list={list}
        name="feedback"
        label="差异反馈"
        unit="条反馈"
        keyOf={keyOf}
        columns={feedbackColumns}
        card={card}
        opens
        fields={fields}
        empty={{
          title: '还没有差异反馈',
          text: '核对待确认的账单时，发现金额不符，可以从账单里提出差异。',
          action: <Button href={href(paths.bills())}>查看账单</Button>,
        }}
      />
      {list.open === null ? null : <FeedbackDrawer key={list.open} feedbackNo={list.open} onClose={list.close} />}
      {isClaiming ? (
        <VarianceDrawer
          key={billNo}
          billNo={billNo}
          onClose={() => change({ claim: null }, { replace: true })}
          onClaimed={(feedbackNo) => {
            // The list takes the form's place in the history: closing the thread leads to it.
            change({ claim: null }, { replace: true });
            change({ open: feedbackNo });
          }}
        />
      ) : null}
    </>
  );
};
