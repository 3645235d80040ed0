import { type ReconRule, type ReconSettings, reconBounds } from '@ronghui/domain/recon';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { drawNearFen, drawSameFen, dropNearFen, dropSameFen } from './candidates.sql.ts';
import { offsetsWithin } from './day-offsets.ts';
import { referenceGroups } from './groups.sql.ts';
import { inOrder, nearest } from './pairs.sql.ts';
import { type Left, type Taking, take } from './pools.sql.ts';

const isOver = ({ rows, lines }: Left): boolean => rows === 0 || lines === 0;

/** Amounts differ within the tolerance; otherwise the same amount would have been found before. */
const isTolerant = ({ amountTolerance, amountRate }: ReconSettings): boolean => amountTolerance > 0 || amountRate > 0;

const takeNearest = async (tx: Tx, left: Left, taking: Taking, rule: ReconRule): Promise<void> => {
  for (let round = 0; round < reconBounds.rounds && !isOver(left); round += 1) {
    if (!(await take(tx, left, taking, rule))) return;
  }
};

const shared = (keys: ReturnType<typeof sql>) => ({
  rows: sql`select place, ${keys} from left_row where both_no is not null`,
  lines: sql`select place, ${keys} from left_line where both_no is not null`,
});

/** By reference: with the amount, within the tolerance, by sums, alone. */
export const matchReferences = async (tx: Tx, settings: ReconSettings, left: Left): Promise<void> => {
  await take(tx, left, inOrder(shared(sql`both_no as k1, fen as k2, day as k3`)), 'reference');
  await take(tx, left, inOrder(shared(sql`both_no as k1, fen as k2, 0 as k3`)), 'reference');
  if (isTolerant(settings)) {
    await takeNearest(tx, left, nearest(settings, shared(sql`both_no as key, fen`)), 'reference');
  }
  if (isOver(left)) return;
  await take(tx, left, referenceGroups(settings), 'referenceGroup');
  await take(tx, left, inOrder(shared(sql`both_no as k1, 0 as k2, 0 as k3`)), 'reference');
};

/** By amount and day: the same amount on the nearest day, then the nearest amount. */
export const matchAmounts = async (tx: Tx, settings: ReconSettings, left: Left): Promise<void> => {
  if (isOver(left)) return;
  const offsets = offsetsWithin(settings.dayTolerance);
  await drawSameFen(tx);
  for (const offset of offsets) {
    if (isOver(left)) break;
    const candidates = {
      rows: sql`select place, fen as k1, day + ${offset}::int as k2, 0 as k3 from left_row join same_fen using (fen)`,
      lines: sql`select place, fen as k1, day as k2, 0 as k3 from left_line join same_fen using (fen)`,
    };
    await take(tx, left, inOrder(candidates), 'amountAndDay');
  }
  await dropSameFen(tx);
  if (isOver(left) || !isTolerant(settings)) return;
  await drawNearFen(tx, settings);
  for (const offset of offsets) {
    const candidates = {
      rows: sql`select place, day + ${offset}::int as key, fen from left_row join near_fen using (fen)`,
      lines: sql`select place, day as key, fen from left_line join near_fen using (fen)`,
    };
    await takeNearest(tx, left, nearest(settings, candidates), 'amountAndDay');
  }
  await dropNearFen(tx);
};
