import type { merchantFeedbackOperations } from '@ronghui/contract';
import { isAnsweredTwice, postMessage, rateFeedback, reopenFeedback, withdrawFeedback } from '@ronghui/domain/feedback';
import { listChargedLines } from '#features/bill/bill.reads';
import {
  announceClockSteps,
  type BillRecord,
  clockStepsOf,
  lockBills,
  momentOf,
  storeBillSteps,
} from '#features/bill/bill.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor, MerchantContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { standingNow } from './answer/standing-now.ts';
import {
  type FeedbackRow,
  findFeedback,
  insertMessage,
  listFormerCases,
  lockFeedback,
  stateOf,
  updateFeedback,
} from './feedback.sql.ts';
import { checkFiles } from './feedback-files.ts';
import type { FeedbackListener } from './feedback-listener.ts';
import { notifyOps, notifyOpsOfStep } from './feedback-notice.ts';

type Adding = HandlerContext<(typeof merchantFeedbackOperations)['feedback.add']>;

/** A feedback and its bill, both locked: the bill first, as everything that changes both does. */
export const lockCase = async (
  tx: Tx,
  tenantId: string | null,
  feedbackNo: string,
): Promise<{ readonly row: FeedbackRow; readonly bill: BillRecord } | undefined> => {
  const found = await findFeedback(tx, { tenantId, feedbackNo });
  if (found === undefined) return undefined;
  const bill = (await lockBills(tx, { tenantId: found.tenant_id, billNos: [found.bill_no] })).get(found.bill_no);
  const row = await lockFeedback(tx, { tenantId, feedbackNo });
  if (bill === undefined || row === undefined) throw new Error('a feedback and its bill stay');
  return { row, bill };
};

const merchantAuthor = ({ userId, address }: Pick<MerchantContext, 'userId' | 'address'>) =>
  ({ actor: 'merchant', id: userId, name: null, address }) as const;

interface Added {
  readonly feedbackNo: string;
  readonly content: string;
  readonly fileIds: readonly string[];
}

const noText = wrongField('content', '请填写内容');

/** Adds a message of the merchant to a case whose answer is due. */
const addMessage = async (tx: Tx, context: Adding, { feedbackNo, content, fileIds }: Added) => {
  const { tenantId, userId, ports, fail } = context;
  const row = await lockFeedback(tx, { tenantId, feedbackNo });
  if (row === undefined) return fail('notFound');
  const step = postMessage(stateOf(row), 'merchant', content);
  if (!step.ok) return step.reason === 'answered' ? fail('answered') : fail('invalid', noText);
  // What ends the case always finds room.
  if (row.message_no >= ports.limits.messagesPerFeedback) return fail('tooMany');
  await checkFiles(tx, context, fileIds);
  const message = { kind: 'message', sender: 'merchant', byId: userId, byName: null, content } as const;
  await insertMessage(tx, row, { ...message, fileIds, at: ports.clock.now() });
  await updateFeedback(tx, row, { after: step.feedback, addsMessage: true });
  await notifyOpsOfStep(tx, ports, { billNo: row.bill_no, feedbackNo, step: 'message' });
  context.audit({ object: feedbackNo, after: { files: fileIds } });
  return { status: step.feedback.status };
};

/** Reopens an answered case: its bill is disputed once more. */
const reopen = async (
  tx: Tx,
  context: Adding,
  { feedbackNo, content, fileIds, onTurn }: Added & { readonly onTurn: FeedbackListener },
) => {
  const { tenantId, userId, ports, fail } = context;
  const found = await lockCase(tx, tenantId, feedbackNo);
  if (found === undefined) return fail('notFound');
  const { row, bill } = found;
  if (content.trim() === '') return fail('invalid', noText);
  // The time to confirm may have passed while the call waited for the bill.
  const now = ports.clock.now();
  const at = momentOf(bill, now);
  const step = reopenFeedback(stateOf(row), bill.state, { at, calendar: ports.calendar });
  if (!step.ok) return fail(step);
  const cases = await listFormerCases(tx, tenantId, bill.billNo);
  if (isAnsweredTwice(cases, row.line_ids === null ? {} : { lineIds: row.line_ids })) return fail('alreadyReopened');
  await checkFiles(tx, context, fileIds);
  const message = { kind: 'reopen', sender: 'merchant', byId: userId, byName: null, content } as const;
  await insertMessage(tx, row, { ...message, fileIds, at: now });
  await updateFeedback(tx, row, { after: step.feedback, addsMessage: true });
  const author = merchantAuthor(context);
  const taken = { bill, kind: 'reopened', after: step.bill, at: now, author, feedbackNo, reason: content } as const;
  const clock = clockStepsOf([bill], now);
  await storeBillSteps(tx, [...clock, taken]);
  announceClockSteps(tx, clock);
  await onTurn(tx, { tenantId, feedbackNo, isStanding: true });
  const lines = await listChargedLines(tx, tenantId, { ...bill, lineIds: row.line_ids ?? [] });
  await notifyOps(tx, ports, {
    claim: { bill, feedbackNo },
    claimed: row.claimed_fen,
    standing: standingNow(bill, row, lines),
    answerBy: step.feedback.answerBy,
    isReopened: true,
  });
  context.audit({
    object: feedbackNo,
    before: { status: row.status, billStatus: bill.state.status },
    after: { status: step.feedback.status, billStatus: step.bill.status, files: fileIds },
  });
  return { status: step.feedback.status };
};

/** The merchant's steps of a feedback: messages, reopening, withdrawal, rating (R4.10, R10.4). */
export const threadHandlers = (
  onTurn: FeedbackListener,
): HandlersFor<Pick<typeof merchantFeedbackOperations, 'feedback.add' | 'feedback.withdraw' | 'feedback.rate'>> => ({
  'feedback.add': async ({ feedbackNo, content, fileIds = [], reopen: asksToReopen = false, ...rest }, context) => {
    allTaken(rest);
    const added = { feedbackNo, content: content.trim(), fileIds, onTurn };
    return context.transact((tx) => (asksToReopen ? reopen : addMessage)(tx, context, added));
  },

  'feedback.withdraw': async ({ feedbackNo, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, ports, fail } = context;
    return context.transact(async (tx) => {
      const found = await lockCase(tx, tenantId, feedbackNo);
      if (found === undefined) return fail('notFound');
      const { row, bill } = found;
      const now = ports.clock.now();
      const step = withdrawFeedback(stateOf(row), bill.state, now);
      if (!step.ok && step.reason === 'notDisputed') throw new Error('an open feedback disputes its bill');
      if (!step.ok) return fail('answered');
      const message = { kind: 'withdraw', sender: 'merchant', byId: userId, byName: null, content: '' } as const;
      await insertMessage(tx, row, { ...message, at: now });
      await updateFeedback(tx, row, { after: step.feedback, addsMessage: true });
      const author = merchantAuthor(context);
      await storeBillSteps(tx, [{ bill, kind: 'withdrawn', after: step.bill, at: now, author, feedbackNo }]);
      await onTurn(tx, { tenantId, feedbackNo, isStanding: false });
      await notifyOpsOfStep(tx, ports, { billNo: bill.billNo, feedbackNo, step: 'withdraw' });
      context.audit({
        object: feedbackNo,
        before: { status: row.status },
        after: { status: step.feedback.status, billStatus: step.bill.status },
      });
      return { status: step.feedback.status };
    });
  },

  'feedback.rate': async ({ feedbackNo, helpful, comment, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, ports, fail } = context;
    return context.transact(async (tx) => {
      const row = await lockFeedback(tx, { tenantId, feedbackNo });
      if (row === undefined) return fail('notFound');
      const step = rateFeedback(stateOf(row), helpful);
      if (!step.ok) return fail(step);
      const words = comment?.trim() ?? '';
      const rating = { comment: words === '' ? null : words, at: ports.clock.now() };
      await updateFeedback(tx, row, { after: step.feedback, addsMessage: false, rating });
      context.audit({ object: feedbackNo, before: { helpful: row.helpful }, after: { helpful } });
      return { status: step.feedback.status };
    });
  },
});
