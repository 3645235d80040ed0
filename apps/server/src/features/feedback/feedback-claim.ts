import type { merchantFeedbackOperations } from '@ronghui/contract';
import { type ClaimFault, claimFault, isAnsweredTwice, openFeedback, standingOf } from '@ronghui/domain/feedback';
import { addFen } from '@ronghui/domain/money';
import { listChargedLines } from '#features/bill/bill.reads';
import { lockBills, momentOf, storeBillSteps } from '#features/bill/bill.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { underFreeNumber } from '#kernel/setup/ids';
import { insertFeedback, insertMessage, listFormerCases } from './feedback.sql.ts';
import { checkFiles } from './feedback-files.ts';
import { tellDesk } from './feedback-notice.ts';

/** What is wrong with a claim, at its field. */
const faults: Readonly<Record<ClaimFault, readonly [field: string, message: string]>> = {
  noLines: ['lineIds', '请选择至少一条明细'],
  sameLineTwice: ['lineIds', '同一条明细只能选择一次'],
  otherLine: ['lineIds', '所选明细不属于这张账单'],
  negative: ['claimedAmount', '主张金额不能低于 0'],
  equalsStanding: ['claimedAmount', '主张金额与账单所示相同，没有差异可以反馈'],
  reasonMissing: ['reason', '请填写原因'],
  reasonTooLong: ['reason', '原因最多 500 字'],
};

/** The claim that opens a feedback (R10.4). */
export const claimHandlers: HandlersFor<Pick<typeof merchantFeedbackOperations, 'bill.varianceFeedback'>> = {
  'bill.varianceFeedback': async ({ billNo, claimedAmount, reason, lineIds, fileIds = [], ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, address, ports, fail } = context;
    return context.transact(async (tx) => {
      const bill = (await lockBills(tx, { tenantId, billNos: [billNo] })).get(billNo);
      if (bill === undefined) return fail('notFound');
      // The time to confirm may have passed while the call waited for the bill.
      const now = ports.clock.now();
      const step = openFeedback(bill.state, momentOf(bill, now), ports.calendar);
      if (!step.ok) return fail(step);
      const formerCases = await listFormerCases(tx, tenantId, billNo);
      if (isAnsweredTwice(formerCases, lineIds === undefined ? {} : { lineIds })) return fail('closed');
      if (formerCases.length >= ports.limits.feedbackPerBill) return fail('tooMany');
      const chosen = lineIds === undefined ? [] : await listChargedLines(tx, tenantId, { ...bill, lineIds });
      const lines = new Map(chosen.map((line) => [line.lineId, line]));
      const claim = { claimedAmount, reason, ...(lineIds === undefined ? {} : { lineIds }) };
      const fault = claimFault(bill.state.amount, claim, lines);
      if (fault !== null) return fail('invalid', wrongField(...faults[fault]));
      await checkFiles(tx, context, fileIds);
      const standing = standingOf(bill.state.amount, claim, lines);
      const { answerBy } = step.feedback;
      const feedback = {
        tenantId,
        billId: bill.billId,
        billNo,
        userId,
        claimedFen: claimedAmount,
        standingFen: standing,
        lineIds: lineIds ?? null,
        lineFen:
          lineIds?.flatMap((lineId) => {
            const line = lines.get(lineId);
            return line === undefined ? [] : [addFen(line.amount, line.adjusted)];
          }) ?? null,
        reason: reason.trim(),
        answerBy,
      };
      const feedbackNo = await underFreeNumber(
        () => ports.ids.number('FK'),
        (number) => insertFeedback(tx, number, feedback),
      );
      const added = { tenant_id: tenantId, feedback_no: feedbackNo, message_no: 0 };
      const content = feedback.reason;
      await insertMessage(tx, added, {
        kind: 'claim',
        sender: 'merchant',
        byId: userId,
        byName: null,
        content,
        fileIds,
        at: now,
      });
      const author = { actor: 'merchant', id: userId, name: null, address } as const;
      const taken = { bill, kind: 'disputed', after: step.bill, at: now, author, feedbackNo, reason: content } as const;
      // A step of the clock is never due here: past its confirm-by a bill cannot be disputed.
      await storeBillSteps(tx, [taken]);
      await tellDesk(tx, ports, {
        claim: { bill, feedbackNo },
        claimed: claimedAmount,
        standing,
        answerBy,
        isReopened: false,
      });
      context.audit({
        object: feedbackNo,
        after: { billNo, claimedAmount, standing, lines: lineIds?.length ?? 0, files: fileIds },
      });
      return { feedbackNo };
    });
  },
};
