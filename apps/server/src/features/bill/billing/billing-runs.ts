import { fenSum, id, object, optional, whole } from '@ronghui/contract';
import { allowMinutesBehind } from '#kernel/database/db';
import { job } from '#kernel/jobs/jobs';
import { JobFailed } from '#kernel/jobs/sent-job';
import { drawUpDrafts } from '../generation/generation.ts';
import { issuePart } from '../issue/issue.ts';

/** The longest that a generation or an issue may take. @unit minutes */
const maxMinutes = 60;

/** Draws up the drafts of a stage in one transaction; a run that was broken off begins again. @source R4.9 */
export const generateBills = job({
  name: 'bill.generate',
  payload: object({ stageId: id() }),
  maxMinutes,
  async run({ payload: { stageId }, transact, progress }) {
    const isDrawn = await transact('service', (tx) => {
      allowMinutesBehind(tx, maxMinutes);
      return drawUpDrafts(tx, stageId, progress);
    });
    if (!isDrawn) throw new JobFailed('没有这个账期。');
    return {};
  },
});

/** Issues a part of a stage in the transaction that ends the job: once, however often it is run. @source R4.9 */
export const issueBills = job({
  name: 'bill.issue',
  payload: object({
    stageId: id(),
    tenantId: optional(id()),
    orgId: optional(id()),
    projectId: optional(id()),
    productId: optional(id()),
    count: whole(1, Number.MAX_SAFE_INTEGER),
    payableAmount: optional(fenSum({ min: 0 })),
    receivableAmount: optional(fenSum({ min: 0 })),
    staffId: id(),
  }),
  maxMinutes,
  async run({ payload: { count, payableAmount, receivableAmount, staffId, ...part }, ports }) {
    const sums = {
      ...(payableAmount !== undefined && { payableAmount }),
      ...(receivableAmount !== undefined && { receivableAmount }),
    };
    return {
      async store(tx) {
        allowMinutesBehind(tx, maxMinutes);
        await issuePart(tx, ports, { part, count, ...sums, staffId });
      },
    };
  },
});
