import type { merchantFeedbackOperations } from '@ronghui/contract';
import type { ClaimFault } from '@ronghui/domain/feedback';
import { largestAmount, rmbText } from '@ronghui/domain/money';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { checkFiles } from './feedback-files.ts';
import { openClaim } from './open-claim.ts';

/** What is wrong with a claim, at its field. */
const faults: Readonly<Record<ClaimFault, readonly [field: string, message: string]>> = {
  noLines: ['lineIds', '请选择至少一条明细'],
  sameLineTwice: ['lineIds', '同一条明细只能选择一次'],
  otherLine: ['lineIds', '所选明细不属于这张账单'],
  negative: ['claimedAmount', '主张金额不能低于 0'],
  tooLarge: ['claimedAmount', `主张金额不能超过 ${rmbText(largestAmount)}`],
  equalsStanding: ['claimedAmount', '主张金额与账单所示相同，没有差异可以反馈'],
  reasonMissing: ['reason', '请填写原因'],
  reasonTooLong: ['reason', '原因最多 500 字'],
};

/** The claim that opens a feedback (R10.4). */
export const claimHandlers: HandlersFor<Pick<typeof merchantFeedbackOperations, 'bill.varianceFeedback'>> = {
  'bill.varianceFeedback': async ({ billNo, claimedAmount, reason, lineIds, fileIds = [], ...rest }, context) => {
    allTaken(rest);
    const { transact, fail } = context;
    return transact(async (tx) => {
      await checkFiles(tx, context, fileIds);
      const opened = await openClaim(tx, context, { billNo, claimedAmount, reason, lineIds, fileIds });
      if (opened.ok) return { feedbackNo: opened.feedbackNo };
      return opened.reason === 'invalid' ? fail('invalid', wrongField(...faults[opened.fault])) : fail(opened);
    });
  },
};
