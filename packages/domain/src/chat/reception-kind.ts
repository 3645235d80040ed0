/** What the figures of customer service count receptions by. @source service 5.5 */

/**
 * `robot`: the customer never asked for a person; `handedOver`: did; `answered` and `unanswered`: of these, whether a person has written; `left`: a message was
 * offered to be left, because nobody was there or came in time; `rated`, and `poor`, the low ones among them.
 */
export const receptionKinds = ['robot', 'handedOver', 'answered', 'unanswered', 'left', 'rated', 'poor'] as const;

/** One of these. */
export type ReceptionKind = (typeof receptionKinds)[number];

export const receptionKindNames: Readonly<Record<ReceptionKind, string>> = {
  robot: '机器人独立接待',
  handedOver: '转人工',
  answered: '有人回复',
  unanswered: '无人回复',
  left: '留言',
  rated: '有评价',
  poor: '差评',
};

/** What a reception is at, as lists and files say it. */
export const receptionStateNames = {
  robot: '机器人',
  waiting: '排队',
  serving: '接待中',
  ended: '已结束',
  left: '留言',
} as const;

/** A rating of so many stars or fewer is a poor one. */
export const poorStars = 2;

/** The longest range of figures and of the list behind them. @unit days */
export const serviceDaysAtMost = 366;
