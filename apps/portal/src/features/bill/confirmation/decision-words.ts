import type { Decision } from '../bill-queries.ts';

/** What a decision is called, and what it does to bills. */
interface DecisionWords {
  /** 确认 */
  readonly verb: string;
  readonly button: string;
  /** Asked of one bill. */
  readonly question: string;
  /** Before it is done: what will happen. */
  readonly effect: string;
}

/** The words of each decision. @source R4.9, billing.md, bills */
export const decisionWords: Readonly<Record<Decision, DecisionWords>> = {
  confirm: {
    verb: '确认',
    button: '确认账单',
    question: '确认账单？',
    effect: '确认即认可金额，不能自行撤回；应付账单请在付款到期前付款。开启双人复核的企业，确认后还须另一人复核。',
  },
  approve: {
    verb: '复核',
    button: '复核通过',
    question: '通过复核？',
    effect: '复核通过后账单确认生效，不能自行撤回；应付账单请在付款到期前付款。',
  },
  sendBack: {
    verb: '退回',
    button: '退回',
    question: '退回账单？',
    effect: '退回后账单重新待确认，确认截止不早于三个工作日之后。',
  },
};
