import type { resultOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame, totalReach } from '#kernel/listing';
import { findRun } from '../runs/run.sql.ts';
import { hasItems } from '../runs/run-state.ts';
import { claimHandlers } from './claim.handlers.ts';
import { countedByTotals } from './counted-items.ts';
import { acceptItems, matchItems, noteItems, undoStep, unmatchItems } from './hand-steps.ts';
import { countItems, findItems, findPlace, itemOf, listItems } from './item.sql.ts';
import { suggestFor } from './suggestion.ts';

/** The one way to choose items: by number, or by a filter. */
const chosenOnce = ({ itemNos, filter }: { readonly itemNos?: unknown; readonly filter?: unknown }): boolean =>
  (itemNos === undefined) !== (filter === undefined);
const notChosen = () => wrongField('itemNos', '请选择要处理的项，或按筛选结果处理');

/** The result: read, changed by hand, taken back, and sent as variance feedback (R13.2, R13.3). */
export const resultHandlers: HandlersFor<typeof resultOperations> = {
  'recon.rows': async ({ runId, itemNos, ...asked }, { db, tenantId, ports, fail }) => {
    const { kind, state, reference, sort = 'row', ...input } = asked;
    const run = await findRun(db, tenantId, runId);
    if (run === undefined || !hasItems(run)) return fail('notFound');
    const listing = listingOf(input, ports.limits);
    const key = { tenantId, runNo: run.run_no };
    if (itemNos !== undefined) {
      const items = (await findItems(db, key, itemNos)).map(itemOf);
      return { items, page: 1, pageSize: 100, total: items.length, totalIsExact: true, nextCursor: null };
    }
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
    const known = countedByTotals(run.totals ?? [], filter);
    const [rows, total] = await Promise.all([
      listItems(db, key, { filter, sort: order, after, offset, limit: pageSize + 1 }),
      wantsTotal ? (known ?? countItems(db, key, { filter, reach: totalReach + 1 })) : null,
    ]);
    const keyOf = (row: { readonly item_no: number }) => ({ at: run.created_at, key: String(row.item_no) });
    return { items: rows.slice(0, pageSize).map(itemOf), ...pageFrame(listing, { rows, total }, keyOf) };
  },

  'recon.suggest': async ({ runId, itemNo }, { db, tenantId, fail }) => {
    const run = await findRun(db, tenantId, runId);
    if (run === undefined || !hasItems(run)) return fail('notFound');
    const suggestions = await suggestFor(
      db,
      { tenantId, runNo: run.run_no },
      { itemNo, dayTolerance: run.day_tolerance },
    );
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

  ...claimHandlers,
};
