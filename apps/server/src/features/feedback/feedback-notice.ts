import { lastDayBefore } from '@ronghui/domain/calendar';
import { type FeedbackAction, feedbackActionNames } from '@ronghui/domain/feedback';
import { differenceOf, type Fen, rmbText, yuanText } from '@ronghui/domain/money';
import type { BillRecord } from '#features/bill/bill.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';

/** A feedback and its bill, as messages name them. */
interface Named {
  readonly bill: BillRecord;
  readonly feedbackNo: string;
}

const leave = (tx: Tx, { bill, feedbackNo }: Named, title: string, text: string): void =>
  leaveNotice(tx, { tenantId: bill.tenantId }, { kind: 'bill', title, text, place: 'feedback', placeId: feedbackNo });

const nameOf = ({ bill }: Named): string => `账单 ${bill.billNo}（${bill.stageName}，${bill.productName}）`;

/** An answer with its effect on the bill. */
export interface GivenAnswer {
  readonly action: FeedbackAction;
  readonly reason: string;
  readonly from: Fen;
  readonly to: Fen;
  /** The new end of the time to confirm. */
  readonly confirmBy: Date;
}

const effectText = ({ from, to }: GivenAnswer): string =>
  from === to ? `金额不变，为 ${rmbText(to)}` : `金额由 ${rmbText(from)} 调整为 ${rmbText(to)}`;

/** Tells the merchant of an answer. @source billing.md, feedback */
export const tellAnswer = (tx: Tx, named: Named, answer: GivenAnswer): void =>
  leave(
    tx,
    named,
    `差异反馈已答复：${feedbackActionNames[answer.action]}`,
    `${nameOf(named)}的差异反馈已答复，${effectText(answer)}。请在 ${lastDayBefore(answer.confirmBy)} 24:00 前核对并确认，逾期自动确认。说明：${answer.reason}`,
  );

/** Tells the merchant that ops has written. */
export const tellMessage = (tx: Tx, named: Named, content: string): void =>
  leave(tx, named, '差异反馈有新的回复', `${nameOf(named)}的差异反馈有新的回复：${content}`);

const mailText = (amount: Fen): string => `${yuanText(amount, { grouping: false })} 元`;

/** Tells the provider's desk what the merchant did with an open case: wrote more, or withdrew it. */
export const notifyOpsOfStep = async (
  tx: Tx,
  { outbox, config }: Pick<Ports, 'outbox' | 'config'>,
  {
    billNo,
    feedbackNo,
    step,
  }: { readonly billNo: string; readonly feedbackNo: string; readonly step: 'message' | 'withdraw' },
): Promise<void> => {
  await outbox.enqueue(tx, {
    kind: 'mail',
    to: config.providerMail,
    subject: `账单 ${billNo} 的差异反馈${step === 'message' ? '有商户的补充说明' : '已由商户撤回'}`,
    text: `反馈编号：${feedbackNo}`,
  });
};

/** Tells the provider's desk of an answer that waits for a second member of staff; the merchant is not notified. @source R11.6 */
export const notifyOfProposal = async (
  tx: Tx,
  { outbox, config }: Pick<Ports, 'outbox' | 'config'>,
  { claim: { bill, feedbackNo }, from, to }: { readonly claim: Named; readonly from: Fen; readonly to: Fen },
): Promise<void> => {
  await outbox.enqueue(tx, {
    kind: 'mail',
    to: config.providerMail,
    subject: `账单 ${bill.billNo} 的差异答复等待复核`,
    text: [`反馈编号：${feedbackNo}`, `账单金额：${mailText(from)}，拟调整为 ${mailText(to)}`].join('\n'),
  });
};

/** Tells the provider's desk of a claim, or of one that was reopened. */
export const notifyOps = async (
  tx: Tx,
  { outbox, config }: Pick<Ports, 'outbox' | 'config'>,
  {
    claim: { bill, feedbackNo },
    claimed,
    standing,
    answerBy,
    isReopened,
  }: {
    readonly claim: Named;
    readonly claimed: Fen;
    readonly standing: Fen;
    readonly answerBy: Date;
    readonly isReopened: boolean;
  },
): Promise<void> => {
  await outbox.enqueue(tx, {
    kind: 'mail',
    to: config.providerMail,
    subject: `账单 ${bill.billNo} ${isReopened ? '的差异反馈再次提出' : '收到差异反馈'}`,
    text: [
      `反馈编号：${feedbackNo}`,
      `账单所示：${mailText(standing)}`,
      `商户主张：${mailText(claimed)}（相差 ${mailText(differenceOf(claimed, standing))}）`,
      `请在 ${lastDayBefore(answerBy)} 之前答复`,
    ].join('\n'),
  });
};
