import type { resultOperations } from '@ronghui/contract';
import { lockBills } from '#features/bill/bill.steps';
import { openClaim } from '#features/feedback/feedback.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame, totalReach } from '#kernel/calls/listing';
import { wrongField } from '#kernel/calls/wrong-field';
import { findRun } from '../runs/run.sql.ts';
import { runOf } from '../runs/run-state.ts';
import { keepClaimFile } from './claim-file.ts';
import { drawClaims } from './claims.ts';
import { markSent } from './hand-step.sql.ts';
import { acceptItems, lockOpenRun, matchItems, noteItems, undoStep, unmatchItems } from './hand-steps.ts';
import { countItems, findItems, findPlace, itemOf, listItems } from './item.sql.ts';
import { suggestFor } from './suggestion.ts';

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
    const itemNo = listing.after === null ? null : Number(listing.after.key);
    const after = itemNo === null ? null : await findPlace(db, key, { sort: order, itemNo: itemNo || 0 });
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
    const whole = drawn.claims.filter(({ lineIds }) => lineIds === undefined);
    const kept = new Map(
      await Promise.all(whole.map(async (claim) => [claim.billNo, await keepClaimFile(context, claim)] as const)),
    );
    return transact(async (tx) => {
      const open = await lockOpenRun(tx, tenantId, { runId, version });
      if (!open.ok) return fail(open);
      await lockBills(tx, { tenantId, billNos: seen.map((claim) => claim.billNo) });
      const now = await drawClaims(tx, context, {
        run: open.row,
        items: (await findItems(tx, key, itemNos)).map(itemOf),
        billNo,
      });
      // All as they were shown, or none.
      const isAsSeen =
        now.claims.length === seen.length &&
        now.claims.every((claim) =>
          seen.some((shown) => shown.billNo === claim.billNo && shown.claimedAmount === claim.claimedAmount),
        );
      if (!isAsSeen) return fail('changed');
      const feedbacks: { billNo: string; feedbackNo: string }[] = [];
      for (const { billNo: number, claimedAmount, lineIds, items } of now.claims) {
        const file = await kept.get(number)?.add(tx);
        const fileIds = file === undefined ? [] : [file];
        const opened = await openClaim(tx, context, { billNo: number, claimedAmount, reason, lineIds, fileIds });
        if (!opened.ok) {
          if (opened.reason === 'invalid')
            return fail('invalid', wrongField('reason', '没有差异可以反馈，或原因没有填写'));
          return fail('changed');
        }
        await markSent(tx, key, { itemNos: items.map(({ itemNo }) => itemNo), feedbackNo: opened.feedbackNo });
        feedbacks.push({ billNo: number, feedbackNo: opened.feedbackNo });
      }
      context.audit({ object: runId, after: { feedbacks } });
      const after = await findRun(tx, tenantId, runId);
      if (after === undefined) throw new Error('a run that was changed is not there');
      return { feedbacks, run: runOf(after) };
    });
  },
};
