import type { Output } from '@ronghui/contract';
import { fen, yuanText } from '@ronghui/domain/money';
import type { Db } from '#kernel/database/db';
import { findItems, type ItemRow, itemOf, placeOfKind, type RunKey } from './item.sql.ts';
import { findCandidates } from './suggestion.sql.ts';

type Suggestion = Output<'recon.suggest'>['suggestions'][number];

const most = 5;
/** What a nearest amount may differ by. */
const nearShare = 0.05;

const dayNo = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

const firstOf = (row: ItemRow) => row.ledger[0] ?? row.lines[0];

/** Why two rows may belong together, and how likely it is: the smaller the likelier. */
const reasonOf = (own: ItemRow, other: ItemRow): { readonly reason: string; readonly rank: number } | null => {
  const [one, two] = [firstOf(own), firstOf(other)];
  if (one === undefined || two === undefined || Math.sign(one.fen) !== Math.sign(two.fen)) return null;
  const days = Math.abs(dayNo(one.occurred_on) - dayNo(two.occurred_on));
  const daysText = days === 0 ? '同一天' : `相差\u00a0${days}\u00a0天`;
  const difference = Math.abs(one.fen - two.fen);
  if (difference === 0) return { reason: `金额相同，${daysText}`, rank: days };
  if (difference > Math.abs(one.fen) * nearShare) return null;
  return {
    reason: `金额相差\u00a0${yuanText(fen(difference))}\u00a0元，${daysText}`,
    rank: 1000 + days * 10 + difference / Math.abs(one.fen),
  };
};

/** Rows of the other side that may belong to a row without a match, the likeliest first. They are only shown. @source R13.2 */
export const suggestFor = async (db: Db, key: RunKey, itemNo: number): Promise<readonly Suggestion[] | undefined> => {
  const [own] = await findItems(db, key, [itemNo]);
  if (own === undefined) return undefined;
  const isLedger = own.kind === placeOfKind('onlyInLedger');
  if (!isLedger && own.kind !== placeOfKind('onlyInBill')) return [];
  const kind = placeOfKind(isLedger ? 'onlyInBill' : 'onlyInLedger');
  const itemNos = await findCandidates(db, key, { kind, amount: own.difference_fen });
  const others = await findItems(db, key, itemNos);
  return others
    .flatMap((other) => {
      const found = reasonOf(own, other);
      return found === null ? [] : [{ item: itemOf(other), ...found }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.item.itemNo - other.item.itemNo)
    .slice(0, most)
    .map(({ item, reason }) => ({ item, reason }));
};
