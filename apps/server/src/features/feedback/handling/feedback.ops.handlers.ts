import type { feedbackOpsOperations } from '@ronghui/contract';
import { postMessage } from '@ronghui/domain/feedback';
import { findBillRecord } from '#features/bill/bill.reads';
import { findFile } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { findLastStep, nameOfStaff } from '#features/staff/staff.reads';
import { countDocumentLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import { rangeOf } from '#kernel/calls/asked-range';
import type { HandlersFor } from '#kernel/calls/context';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { answerHandlers } from '../answer/answer.handlers.ts';
import { opsName } from '../answer/give-answer.ts';
import { previewHandlers } from '../answer/preview.handlers.ts';
import { findFeedback, insertMessage, isAttached, lockFeedback, stateOf, updateFeedback } from '../feedback.sql.ts';
import type { FeedbackListener } from '../feedback-listener.ts';
import { tellMessage } from '../feedback-notice.ts';
import { countProposalSteps } from '../four-eyes/proposal.sql.ts';
import { readDeskDetail, stepEvents } from './case-detail.ts';
import { listOpsFeedback, listPhrases, opsFeedbackOf, opsKeyOf } from './case-list.sql.ts';

/** The desk's half of feedback (R4.10, R11.6). */
export const feedbackOpsHandlers = (onTurn: FeedbackListener): HandlersFor<typeof feedbackOpsOperations> => ({
  ...answerHandlers(onTurn),
  ...previewHandlers,

  'ops.feedback.page': async (asked, { db, ports, staffId, fail }) => {
    const { queue, status, late, tenantId, stageId, billNo, feedbackNo, outcome, taken, from, to, ...input } = asked;
    const { range, wrong } = rangeOf({ from, to });
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = listingOf(input, ports.limits);
    const own = taken && { who: taken, staffId };
    const filter = { queue, status, late, tenantId, stageId, billNo, feedbackNo, outcome, taken: own, ...range };
    const part = await listOpsFeedback(db, { filter, listing });
    const now = ports.clock.now();
    const items = part.rows.slice(0, listing.pageSize).map((row) => opsFeedbackOf(row, now));
    return { items, ...pageFrame(listing, part, opsKeyOf(queue)) };
  },

  'ops.feedback.detail': async ({ feedbackNo }, { db, staffId, ports, fail }) => {
    const found = await readDeskDetail(db, feedbackNo, { staffId, now: ports.clock.now() });
    return found ?? fail('notFound');
  },

  'ops.feedback.watch': async ({ feedbackNo }, { db, ports, staffId, now, fail }) => {
    const [row, name, last] = await Promise.all([
      findFeedback(db, { tenantId: null, feedbackNo }),
      nameOfStaff(db, staffId),
      findLastStep(db, feedbackNo, stepEvents),
    ]);
    if (row === undefined) return fail('notFound');
    const open = { record: `feedback:${feedbackNo}`, staffId, name, nowMs: now.getTime() };
    const [steps, others] = await Promise.all([countProposalSteps(db, row), noteOpen(ports.fast, open)]);
    return { revision: row.version + steps, others: [...others], ...last };
  },

  'ops.feedback.phrases': async (_input, { db }) => ({ phrases: [...(await listPhrases(db))] }),

  'ops.feedback.add': async ({ feedbackNo, content: given, ...rest }, context) => {
    allTaken(rest);
    const { staffId, author, ports, fail } = context;
    const content = given.trim();
    return context.transact(async (tx) => {
      const row = await lockFeedback(tx, { tenantId: null, feedbackNo });
      if (row === undefined) return fail('notFound');
      const step = postMessage(stateOf(row), 'ops', content);
      if (!step.ok) {
        return step.reason === 'answered' ? fail('answered') : fail('invalid', wrongField('content', '请填写内容'));
      }
      if (row.message_no >= ports.limits.messagesPerFeedback) return fail('tooMany');
      const bill = await findBillRecord(tx, row.tenant_id, row.bill_no);
      if (bill === undefined) throw new Error('a feedback is about an issued bill');
      const message = { kind: 'message', sender: 'ops', byId: staffId, byName: opsName, content } as const;
      await insertMessage(tx, row, { ...message, at: ports.clock.now() });
      await updateFeedback(tx, row, { after: step.feedback, addsMessage: true });
      author.record(tx, {
        event: 'ops.feedback.add',
        tenantId: row.tenant_id,
        object: feedbackNo,
        before: { status: row.status },
        after: { status: step.feedback.status },
      });
      tellMessage(tx, { bill, feedbackNo }, content);
      return { status: step.feedback.status };
    });
  },

  'ops.feedback.download': async ({ feedbackNo, fileId }, context) => {
    const { db, fail } = context;
    await countDocumentLook(context);
    const row = await findFeedback(db, { tenantId: null, feedbackNo });
    if (row === undefined || !(await isAttached(db, row, fileId))) return fail('notFound');
    const file = await findFile(db, row.tenant_id, fileId);
    if (file === undefined || file.is_restricted) return fail('notFound');
    context.audit({ object: feedbackNo, tenantId: row.tenant_id, after: { fileId } });
    return openStored(file, context);
  },
});
