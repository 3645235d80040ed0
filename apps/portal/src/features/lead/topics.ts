import type { Topic } from './lead-queries.ts';

/** The topic of a form. */
interface TopicTexts {
  readonly value: Topic;
  readonly label: string;
  /** The title of the form; the links that lead to it are named by it. */
  readonly title: string;
  readonly placeholder: string;
}

const feedback: TopicTexts = {
  value: 'feedback',
  label: '意见建议',
  title: '意见反馈',
  placeholder: '在哪一步、遇到了什么、希望怎样改进',
};

/** The topics of a message, each with a placeholder text. */
export const topics: readonly TopicTexts[] = [
  {
    value: 'consult',
    label: '咨询',
    title: '留言咨询',
    placeholder: '想了解哪个产品、多大规模、什么时候要用；已经在用的，写明订单或账单号',
  },
  { value: 'cooperate', label: '商务合作', title: '商务合作', placeholder: '贵公司做什么、想怎样合作' },
  feedback,
  {
    value: 'complaint',
    label: '投诉',
    title: '投诉',
    placeholder: '发生了什么、什么时候、涉及的订单或账单号、您希望怎样处理',
  },
];

/** Whether a text of the address names a topic. */
export const isTopic = (text: string | null): text is Topic => topics.some(({ value }) => value === text);

/** The topic that the address names; without one the page is that of feedback, as its route is. */
export const topicOf = (named: string | null): TopicTexts => topics.find(({ value }) => value === named) ?? feedback;
