import type { Output } from '@ronghui/contract';
import { fen, yuanText } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { findItems, type ItemRow, itemOf, placeOfKind, type RunKey, standing } from './item.sql.ts';

type Suggestion = Output<'recon.suggest'>['suggestions'][number];

const most = 5;
/** How many items of the same amount, and of the nearest amounts on each side, are looked at. */
const looked = { same: 50, near: 5 } as const;
/** What a nearest amount may differ by. */
const nearShare = 0.05;

const dayNo = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** Rows alone on the other side whose amounts are the same, or nearest; by the index of differences, which of such rows are their amounts. */
const findCandidates = async (
  db: Db,
  key: RunKey,
  { kind, amount }: { readonly kind: number; readonly amount: number },
): Promise<readonly number[]> => {
  const part = (condition: ReturnType<typeof sql>, way: ReturnType<typeof sql>, limit: number) => sql`
    (select i.item_no from recon_item i where ${standing(key)} and i.kind = ${kind}::smallint and ${condition}
      order by abs(i.difference_fen) ${way}, i.item_no ${way} limit ${limit})`;
  const size = Math.abs(amount);
  const { rows } = await sql<{ item_no: number }>`
    ${part(sql`abs(i.difference_fen) = ${size}::bigint`, sql``, looked.same)}
    union all ${part(sql`abs(i.difference_fen) > ${size}::bigint`, sql``, looked.near)}
    union all ${part(sql`abs(i.difference_fen) < ${size}::bigint`, sql`desc`, looked.near)}`.execute(db);
  return rows.map(({ item_no }) => item_no);
};

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
