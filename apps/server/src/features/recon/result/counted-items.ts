import type { TotalRow } from '../runs/run.sql.ts';
import { differingKinds } from '../runs/run-state.ts';
import { type ItemFilter, placeOfKind } from './item.sql.ts';

const differing = new Set(differingKinds.map(placeOfKind));

/** What the totals of a kind say of its items in a state. */
const countOf: Readonly<Partial<Record<NonNullable<ItemFilter['state']>, (total: TotalRow) => number>>> = {
  // An accepted item that is in a feedback counts as sent alone.
  open: ({ kind, items, accepted, sent }) => (differing.has(kind) ? items - accepted - sent : 0),
  sent: ({ sent }) => sent,
};

/**
 * How many items a filter finds, by the totals that every step of the run moves; null where they do not say it, and the items have to be counted:
 * by reference, and those that are accepted or noted.
 *
 * @source R13.2
 */
export const countedByTotals = (totals: readonly TotalRow[], filter: ItemFilter): number | null => {
  const { kind, state, reference } = filter;
  if (reference !== undefined) return null;
  const count = state === undefined ? ({ items }: TotalRow): number => items : countOf[state];
  if (count === undefined) return null;
  const found = kind === undefined ? totals : totals.filter((total) => total.kind === placeOfKind(kind));
  return found.reduce((sum, total) => sum + count(total), 0);
};
