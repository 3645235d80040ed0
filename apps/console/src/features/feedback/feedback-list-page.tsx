import { feedbackStatusNames } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { searchesAll } from '@ronghui/web/state/search-all';
import { type JSX, useState } from 'react';
import { useNameFilter } from '#features/bill/bill.shared.ts';
import { useListedRows } from '#kernel/listed-rows.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Feedback, useFeedbackList, useFourEyes } from './feedback-queries.ts';
import { FeedbackCard, feedbackColumns } from './feedback-rows.tsx';

const FourEyesDialog = lazyPart(() => import('./four-eyes-dialog.tsx'));

const keyOf = ({ feedbackNo }: Feedback): string => feedbackNo;
const openHref = (feedbackNo: string): string => href(paths.feedback(feedbackNo));
const card = (row: Feedback): JSX.Element => <FeedbackCard row={row} />;

const useFields = (values: Readonly<Record<'tenantId' | 'stageId', string>>): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'queue',
    label: '等待办理',
    unset: '待答复',
    options: [
      { value: 'release', label: '待复核' },
      { value: 'inProgress', label: feedbackStatusNames.inProgress },
      { value: 'resolved', label: feedbackStatusNames.resolved },
      { value: 'rejected', label: feedbackStatusNames.rejected },
      { value: 'answered', label: '已答复' },
      { value: 'adjusted', label: '有调整' },
      { value: 'all', label: '全部' },
    ],
  },
  { kind: 'text', name: 'billNo', label: '账单号', placeholder: '账单号或其开头', maxLength: 40 },
  { kind: 'text', name: 'feedbackNo', label: '反馈编号', placeholder: '反馈编号或其开头', maxLength: 40 },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  useNameFilter('stage', { name: 'stageId', label: '账期', value: values.stageId }),
  {
    kind: 'select',
    name: 'taken',
    label: '办理人',
    options: [
      { value: 'mine', label: '我的' },
      { value: 'free', label: '无人办理' },
    ],
  },
  { kind: 'select', name: 'late', label: '期限', options: [{ value: 'true', label: '答复逾期' }] },
  { kind: 'dates', name: 'from', to: 'to', label: '提出日期' },
];

const fourEyesText = (above: NonNullable<ReturnType<typeof useFourEyes>>['aboveAmount']): string =>
  above === 0
    ? '答复不须复核。'
    : `一次改动超过 ${rmbText(above)} 或出账金额的一半，或使账单自出账以来相差超过 ${rmbText(above)} 的答复，须由另一位同事复核后才生效。`;

/** The feedback of all merchants, by what waits for an answer. @source R11.6 */
export const FeedbackListPage = (): JSX.Element => {
  const list = { ...searchesAll(useFeedbackList(), { chips: 'queue', names: ['billNo', 'feedbackNo'] }), openHref };
  useListedRows('feedbacks', list, keyOf);
  const fields = useFields(list.values);
  const fourEyes = useFourEyes();
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <ListPage
        title="差异反馈"
        sub={`待处理的在前，期限最近的最先。${fourEyes === undefined ? '' : fourEyesText(fourEyes.aboveAmount)}`}
        actions={
          mayWrite && fourEyes !== undefined ? (
            <Button size="small" onClick={() => setSetting(true)}>
              复核设置
            </Button>
          ) : undefined
        }
        list={list}
        name="feedback"
        label="差异反馈"
        unit="条反馈"
        keyOf={keyOf}
        columns={feedbackColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '没有等待答复的反馈', text: '商户对账单提出差异之后，会排在这里。' }}
      />
      {isSetting && fourEyes !== undefined ? (
        <FourEyesDialog setting={fourEyes} onClose={() => setSetting(false)} />
      ) : null}
    </>
  );
};
