import type { resultOperations } from '@ronghui/contract';
import { lockBills } from '#features/bill/bill.steps';
import { openClaim } from '#features/feedback/feedback.steps';
import { storageDown } from '#features/file/file.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame, totalReach } from '#kernel/calls/listing';
import { wrongField } from '#kernel/calls/wrong-field';
import { StorageFailed } from '#kernel/files/storage';
import { findRun } from '../runs/run.sql.ts';
import { isOutdated, runOf } from '../runs/run-state.ts';
import { type KeptClaimFile, keepClaimFiles } from './claim-file.ts';
import { type DrawnClaim, drawClaims } from './claims.ts';
import { markSent } from './hand-step.sql.ts';
import { acceptItems, lockOpenRun, matchItems, noteItems, undoStep, unmatchItems } from './hand-steps.ts';
import { countItems, findItems, findPlace, itemOf, listItems } from './item.sql.ts';
import { suggestFor } from './suggestion.ts';

/** Whether claims are as they were shown: all, or none is made. */
const isAsSeen = (
  claims: readonly DrawnClaim[],
  seen: readonly { readonly billNo: string; readonly claimedAmount: number }[],
): boolean =>
  claims.length === seen.length &&
  claims.every((claim) =>
    seen.some(({ billNo, claimedAmount }) => billNo === claim.billNo && claimedAmount === claim.claimedAmount),
  );

/** The one way to choose items: by number, or by a filter. */
const chosenOnce = ({ itemNos, filter }: { readonly itemNos?: unknown; readonly filter?: unknown }): boolean =>
  (itemNos === undefined) !== (filter === undefined);
const notChosen = () => wrongField('itemNos', '请选择要处理的项，或按筛选结果处理');

/** The result: read, changed by hand, taken back, and sent as variance feedback (R13.2, R13.3). */
export const resultHandlers: HandlersFor<typeof resultOperations> = {
  'recon.rows': async ({ runId, kind, state, reference, sort = 'row', ...input }, { db, tenantId, ports, fail }) => {
    const run = await findRun(db, tenantId, runId);
    if (run === undefined || run.matched_at === null) return fail('notFound');
    const listing = listingOf(input, ports.limits);
    const key = { tenantId, runNo: run.run_no };
    const filter = { kind, state, reference };
    const order = reference === undefined ? sort : 'reference';
    if (listing.after !== null && !/^\d{1,15}$/.test(listing.after.key)) {
      return fail('invalid', wrongField('cursor', '游标无效，请从第一页重新查询'));
    }
    const itemNo = listing.after === null ? null : Number(listing.after.key);
    const after = itemNo === null ? null : await findPlace(db, key, { sort: order, itemNo });
    // The item of the cursor is gone after an undo: nothing says where to go on.
    if (after === undefined) return { items: [], page: listing.page, pageSize: listing.pageSize, nextCursor: null };
    const { offset, pageSize, wantsTotal } = listing;
    const [rows, total] = await Promise.all([
      listItems(db, key, { filter, sort: order, after, offset, limit: pageSize + 1 }),
      wantsTotal ? countItems(db, key, { filter, reach: totalReach + 1 }) : null,
    ]);
    const keyOf = (row: { readonly item_no: number }) => ({ at: run.created_at, key: String(row.item_no) });
    return { items: rows.slice(0, pageSize).map(itemOf), ...pageFrame(listing, { rows, total }, keyOf) };
  },

  'recon.suggest': async ({ runId, itemNo }, { db, tenantId, fail }) => {
    const run = await findRun(db, tenantId, runId);
    if (run === undefined || run.matched_at === null) return fail('notFound');
    const suggestions = await suggestFor(db, { tenantId, runNo: run.run_no }, itemNo);
    return suggestions === undefined ? fail('notFound') : { suggestions: [...suggestions] };
  },

  'recon.match': async ({ runId, itemNos, version }, context) => {
    const { transact, fail } = context;
    return transact(async (tx) => {
      const done = await matchItems(tx, context, { runId, itemNos, version });
      return done.ok ? done.run : fail(done);
    });
  },

  'recon.unmatch': async ({ runId, itemNos, filter, version }, context) => {
    const { transact, fail } = context;
    if (!chosenOnce({ itemNos, filter })) return fail('invalid', notChosen());
    return transact(async (tx) => {
      const done = await unmatchItems(tx, context, { runId, itemNos, filter, version });
      return done.ok ? done.run : fail(done);
    });
  },

  'recon.accept': async ({ runId, itemNos, filter, version, isAccepted }, context) => {
    const { transact, fail } = context;
    if (!chosenOnce({ itemNos, filter })) return fail('invalid', notChosen());
    return transact(async (tx) => {
      const done = await acceptItems(tx, context, { runId, itemNos, filter, version, isAccepted });
      return done.ok ? done.run : fail(done);
    });
  },

  'recon.note': async ({ runId, itemNos, filter, version, note }, context) => {
    const { transact, fail } = context;
    if (!chosenOnce({ itemNos, filter })) return fail('invalid', notChosen());
    return transact(async (tx) => {
      const done = await noteItems(tx, context, { runId, itemNos, filter, version, note });
      return done.ok ? done.run : fail(done);
    });
  },

  'recon.undo': async ({ runId, version }, context) => {
    const { transact, fail } = context;
    return transact(async (tx) => {
      const done = await undoStep(tx, context, { runId, version });
      return done.ok ? done.run : fail(done);
    });
  },

  'recon.claims': async ({ runId, itemNos, billNo }, context) => {
    const { db, tenantId, fail } = context;
    const run = await findRun(db, tenantId, runId);
    if (run === undefined || run.matched_at === null || run.is_dry) return fail('notFound');
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
    const { db, tenantId, transact, fail } = context;
    const before = await findRun(db, tenantId, runId);
    if (before === undefined || before.matched_at === null || before.is_dry) return fail('notFound');
    const key = { tenantId, runNo: before.run_no, runId };
    const rows = await findItems(db, key, itemNos);
    const drawn = await drawClaims(db, context, { run: before, items: rows.map(itemOf), billNo });
    let kept: ReadonlyMap<string, KeptClaimFile>;
    try {
      kept = await keepClaimFiles(context, drawn.claims);
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error;
      return storageDown(context, error);
    }
    return transact(async (tx) => {
      const open = await lockOpenRun(tx, tenantId, { runId, version });
      if (!open.ok) return fail(open);
      await lockBills(tx, { tenantId, billNos: seen.map((claim) => claim.billNo) });
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
