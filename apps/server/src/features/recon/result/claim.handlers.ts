import { keysOfRole, type MemberRole, type resultOperations } from '@ronghui/contract';
import { lockBills } from '#features/bill/bill.steps';
import { openClaim } from '#features/feedback/feedback.steps';
import { storageDown } from '#features/file/file.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { StorageFailed } from '#kernel/files/storage';
import { findRun } from '../runs/run.sql.ts';
import { hasItems, isOutdated, runOf } from '../runs/run-state.ts';
import { type KeptClaimFile, keepClaimFiles } from './claim-file.ts';
import { type DrawnClaim, drawClaims } from './claims.ts';
import { markSent } from './hand-step.sql.ts';
import { lockOpenRun } from './hand-steps.ts';
import { findItems, itemOf } from './item.sql.ts';

/** Whether claims are as they were shown: all, or none is made. */
const isAsSeen = (
  claims: readonly DrawnClaim[],
  seen: readonly { readonly billNo: string; readonly claimedAmount: number }[],
): boolean =>
  claims.length === seen.length &&
  claims.every((claim) =>
    seen.some(({ billNo, claimedAmount }) => billNo === claim.billNo && claimedAmount === claim.claimedAmount),
  );

/** Whether a role may change a run and open claims too: dispatch asks for one of an operation's keys. @source R6.3 */
const maySend = (role: MemberRole): boolean =>
  (['recon.write', 'feedback.write'] as const).every((key) => keysOfRole(role).includes(key));

/** What chosen items become as variance feedback: shown first, then sent, all or none (R13.3). */
export const claimHandlers: HandlersFor<Pick<typeof resultOperations, 'recon.claims' | 'recon.toFeedback'>> = {
  'recon.claims': async ({ runId, itemNos, billNo }, context) => {
    const { db, tenantId, fail } = context;
    const run = await findRun(db, tenantId, runId);
    if (run === undefined || !hasItems(run) || run.is_dry) return fail('notFound');
    // Lines that have changed since would be claimed for what they were.
    if (isOutdated(run)) return fail('outdated');
    const rows = await findItems(db, { tenantId, runNo: run.run_no }, itemNos);
    if (rows.length < new Set(itemNos).size) return fail('changed');
    const { claims, leftOut } = await drawClaims(db, context, { run, items: rows.map(itemOf), billNo });
    return {
      claims: claims.map(({ items, lineIds, ...claim }) => ({
        ...claim,
        coversBill: lineIds === undefined,
        itemNos: items.map(({ itemNo }) => itemNo),
      })),
      leftOut: [...leftOut],
    };
  },

  'recon.toFeedback': async ({ runId, itemNos, billNo, claims: seen, reason, version }, context) => {
    const { db, tenantId, role, transact, fail } = context;
    if (!maySend(role)) return fail('forbidden');
    const before = await findRun(db, tenantId, runId);
    if (before === undefined || !hasItems(before) || before.is_dry) return fail('notFound');
    // Before a file is written for each bill; all is asked again under the locks.
    if (before.closed_at !== null) return fail('closed');
    if (before.version !== version) return fail('changed');
    if (isOutdated(before)) return fail('outdated');
    const key = { tenantId, runNo: before.run_no, runId };
    const rows = await findItems(db, key, itemNos);
    const drawn = await drawClaims(db, context, { run: before, items: rows.map(itemOf), billNo });
    if (!isAsSeen(drawn.claims, seen)) return fail('changed');
    let kept: ReadonlyMap<string, KeptClaimFile>;
    try {
      kept = await keepClaimFiles(context, drawn.claims);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      return storageDown(context, error);
    }
    return transact(async (tx) => {
      // Bills before the run, as the steps of a feedback lock them.
      await lockBills(tx, { tenantId, billNos: seen.map((claim) => claim.billNo) });
      const open = await lockOpenRun(tx, tenantId, { runId, version });
      if (!open.ok) return fail(open);
      // Again under the locks: an answer may have come meanwhile.
      const run = await findRun(tx, tenantId, runId);
      if (run === undefined || isOutdated(run)) return fail('outdated');
      const items = (await findItems(tx, key, itemNos)).map(itemOf);
      const { claims } = await drawClaims(tx, context, { run, items, billNo });
      if (!isAsSeen(claims, seen)) return fail('changed');
      const sent: { billNo: string; feedbackNo: string; claimedAmount: number }[] = [];
      for (const { billNo: number, claimedAmount, lineIds, items: own } of claims) {
        const file = await kept.get(number)?.add(tx);
        const fileIds = file === undefined ? [] : [file];
        const opened = await openClaim(tx, context, { billNo: number, claimedAmount, reason, lineIds, fileIds });
        if (!opened.ok) {
          if (opened.reason === 'invalid')
            return fail('invalid', wrongField('reason', '没有差异可以反馈，或原因没有填写'));
          return fail('changed');
        }
        const { feedbackNo } = opened;
        await markSent(tx, key, { itemNos: own.map(({ itemNo }) => itemNo), feedbackNo });
        sent.push({ billNo: number, feedbackNo, claimedAmount });
      }
      context.audit({ object: runId, after: { claims: sent } });
      const after = await findRun(tx, tenantId, runId);
      if (after === undefined) throw new Error('a run that was changed is not there');
      return {
        feedbacks: sent.map(({ billNo: number, feedbackNo }) => ({ billNo: number, feedbackNo })),
        run: runOf(after),
      };
    });
  },
};
