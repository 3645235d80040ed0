import type { Topic } from './lead-queries.ts';

/** The topics of a message, each with a placeholder text. */
export const topics: readonly { readonly value: Topic; readonly label: string; readonly placeholder: string }[] = [
  { value: 'consult', label: '产品咨询', placeholder: '想了解哪个产品、多大规模、什么时候要用' },
  { value: 'cooperate', label: '商务合作', placeholder: '贵公司做什么、想怎样合作' },
  { value: 'feedback', label: '意见建议', placeholder: '在哪一步、遇到了什么、希望怎样改进' },
  { value: 'complaint', label: '投诉', placeholder: '发生了什么、什么时候、涉及的订单或账单号、您希望怎样处理' },
];

/** Whether a text of the address names a topic. */
export const isTopic = (text: string | null): text is Topic => topics.some(({ value }) => value === text);
