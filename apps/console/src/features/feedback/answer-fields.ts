import { type FeedbackAction, feedbackActionNames, feedbackReasonLength } from '@ronghui/domain/feedback';
import { differenceOf, type Fen, fenOfYuan, noFen, sumFen } from '@ronghui/domain/money';
import type { FeedbackCase } from './feedback-queries.ts';

/** The texts of an answer; the amounts of chosen lines are kept as JSON by line, so that a draft has them. */
export interface AnswerFields {
  readonly action: string;
  readonly newAmount: string;
  readonly lineAmounts: string;
  readonly reason: string;
}

export const blankAnswer: AnswerFields = { action: '', newAmount: '', lineAmounts: '{}', reason: '' };

/** An amount as typed, which may be below 0: a line that corrects another is. */
const signedFen = (typed: string): Fen | null => {
  const text = typed.normalize('NFKC').trim();
  const amount = fenOfYuan(text.replace(/^[-−]/, ''));
  return amount === null || !/^[-−]/.test(text) ? amount : differenceOf(noFen, amount);
};

/** What is wrong with the amount of a line, as it is typed. */
export const lineAmountHint = (typed: string | undefined): string | undefined =>
  signedFen(typed ?? '') === null ? '请填写金额，最多两位小数' : undefined;

/** What was typed for each line; a draft that cannot be read has nothing. */
export const typedLines = ({ lineAmounts }: Pick<AnswerFields, 'lineAmounts'>): Readonly<Record<string, string>> => {
  try {
    const kept: unknown = JSON.parse(lineAmounts);
    // Only this form writes it.
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
};

const isWithLines = (found: FeedbackCase): boolean => found.lineIds.length > 0;

/** The amounts of the chosen lines; undefined while one is missing or no amount. */
const amountsOfLines = (found: FeedbackCase, fields: AnswerFields) => {
  const typed = typedLines(fields);
  const amounts = found.lineIds.flatMap((lineId) => {
    const amount = signedFen(typed[lineId] ?? '');
    return amount === null ? [] : [{ lineId, amount }];
  });
  return amounts.length === found.lineIds.length ? amounts : undefined;
};

/** What an adjustment sets: of the whole bill as typed, of chosen lines their sum; undefined while it is no amount. */
export const newAmountOf = (found: FeedbackCase, fields: AnswerFields): Fen | undefined => {
  if (!isWithLines(found)) return fenOfYuan(fields.newAmount) ?? undefined;
  const amounts = amountsOfLines(found, fields);
  return amounts && sumFen(amounts.map(({ amount }) => amount));
};

const isAction = (text: string): text is FeedbackAction => Object.hasOwn(feedbackActionNames, text);

/** The chosen action. */
const actionOf = ({ action }: AnswerFields): FeedbackAction | undefined => (isAction(action) ? action : undefined);

/** The answer for the wire, without its reason; undefined while it is not complete. */
export const answerOf = (found: FeedbackCase, fields: AnswerFields) => {
  const action = actionOf(fields);
  if (action === undefined) return undefined;
  const { feedbackNo } = found;
  if (action !== 'adjust') return { feedbackNo, action, newAmount: undefined, lineAmounts: undefined };
  const newAmount = newAmountOf(found, fields);
  if (newAmount === undefined) return undefined;
  return { feedbackNo, action, newAmount, lineAmounts: isWithLines(found) ? amountsOfLines(found, fields) : undefined };
};

const amountHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请填写调整后的金额';
  return fenOfYuan(typed) === null ? '请填写金额，最多两位小数' : undefined;
};

/** The hints of the form, shown early; the server decides. @source R5.1 */
export const answerHints = (found: FeedbackCase, fields: AnswerFields) => {
  const isAdjusting = fields.action === 'adjust';
  const reason = fields.reason.trim();
  return {
    action: actionOf(fields) === undefined ? '请选择如何答复' : undefined,
    newAmount: isAdjusting && !isWithLines(found) ? amountHint(fields.newAmount) : undefined,
    lineAmounts:
      isAdjusting && isWithLines(found) && amountsOfLines(found, fields) === undefined
        ? '请填写每条明细调整后的金额，最多两位小数'
        : undefined,
    reason:
      reason === ''
        ? '请填写答复说明'
        : [...reason].length > feedbackReasonLength
          ? `答复说明最多 ${feedbackReasonLength}\u00a0字`
          : undefined,
  };
};
