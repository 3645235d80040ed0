import { type FeedbackStatus, feedbackActionNames } from '@ronghui/domain/feedback';
import { differenceOf, type Fen, rmbText } from '@ronghui/domain/money';
import type { Tone } from '@ronghui/ui';
import type { Feedback, FeedbackCase, Proposal } from './feedback-queries.ts';

type Message = FeedbackCase['messages'][number];

export const statusTones: Readonly<Record<FeedbackStatus, Tone>> = {
  open: 'warn',
  inProgress: 'info',
  resolved: 'ok',
  rejected: 'bad',
};

/** Whether the answer is still due. */
export const isDue = ({ status }: Pick<Feedback, 'status'>): boolean => status === 'open' || status === 'inProgress';

/** The last day of a deadline, which is the end of a day. */
export const lastDay = (deadline: string): string => new Date(Date.parse(deadline) - 1).toISOString();

/** 整张账单, or how many lines. */
export const scopeText = (lineCount: number): string => (lineCount === 0 ? '整张账单' : `${lineCount}\u00a0条明细`);

/** +¥12.00: what one amount has more than the other. */
export const differenceText = (amount: Fen, less: Fen): string =>
  rmbText(differenceOf(amount, less), { sign: 'always' });

const titles: Readonly<Record<Message['kind'], string>> = {
  claim: '提出差异',
  message: '留言',
  answer: '答复',
  reopen: '再次提出',
  withdraw: '撤回反馈',
};

/** What an entry of the thread is. */
export const titleOf = ({ kind, action }: Pick<Message, 'kind' | 'action'>): string =>
  kind === 'answer' && action !== undefined ? `答复：${feedbackActionNames[action]}` : titles[kind];

/** What became of an answer that was proposed. */
export const decisionNames: Readonly<Record<NonNullable<Proposal['decision']>, string>> = {
  released: '放行',
  sentBack: '退回',
  takenBack: '收回',
};

/** ¥1,200.00 → ¥1,000.00, of the bill. */
export const effectText = ({ fromAmount, toAmount }: { fromAmount: Fen; toAmount: Fen }): string =>
  fromAmount === toAmount
    ? `账单金额不变，为 ${rmbText(toAmount)}`
    : `账单金额由 ${rmbText(fromAmount)} 调整为 ${rmbText(toAmount)}（${differenceText(toAmount, fromAmount)}）`;
