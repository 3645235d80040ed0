import { suggestionBounds } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import { type Db, readPlanned } from '#kernel/database/db';
import { dayOfItem, type RunKey, standing } from './item.sql.ts';

/** How many items are looked at: of the same amount, of the days around, for a similar reference; and how many of each are handed on. */
const looked = { same: 2000, days: 500, references: 20_000, handed: 50 } as const;

/** A row without a match, as its item has it. */
export interface LoneItem {
  readonly item_no: number;
  readonly reference: string | null;
  /** Side B less side A. */
  readonly difference_fen: number;
  readonly occurred_on: string;
}

const columns = sql`i.item_no, coalesce(i.ledger_reference, i.line_reference) as reference, i.difference_fen,
  ${dayOfItem} as occurred_on`;

/**
 * Rows alone on the other side that may belong to one: of the same amount on the nearest days, of the nearest amounts, of a similar reference, and
 * those of which two make the amount. By the indexes of differences, days, references and kinds; each part reads a bounded number of items.
 */
export const findCandidates = async (
  db: Db,
  key: RunKey,
  { kind, own, dayTolerance }: { readonly kind: number; readonly own: LoneItem; readonly dayTolerance: number },
): Promise<readonly LoneItem[]> => {
  const alone = sql`from recon_item i where ${standing(key)} and i.kind = ${kind}::smallint`;
  const size = Math.abs(own.difference_fen);
  const day = sql`${own.occurred_on}::date`;
  const near = (condition: RawBuilder<unknown>, way: RawBuilder<unknown>) => sql`
    (select ${columns} ${alone} and ${condition} order by i.size_fen ${way}, i.item_no ${way} limit ${suggestionBounds.near})`;
  const sameAmount = sql`
    (select s.* from (select ${columns} ${alone} and i.size_fen = ${size}::bigint order by i.size_fen, i.item_no
        limit ${looked.same}) s order by abs(s.occurred_on - ${day}), s.item_no limit ${looked.handed})`;
  const around = sql`
    select ${columns} ${alone} and ${dayOfItem} between ${day} - ${dayTolerance}::int and ${day} + ${dayTolerance}::int
      and sign(i.difference_fen) = ${-Math.sign(own.difference_fen)}::int and i.size_fen < ${size}::bigint
      order by ${dayOfItem}, i.item_no limit ${looked.days}`;
  const pairs = sql`
    (select p.* from (select a.item_no as one, b.item_no as two from around a join around b
          on b.difference_fen = ${-own.difference_fen}::bigint - a.difference_fen and a.item_no < b.item_no
        order by greatest(abs(a.occurred_on - ${day}), abs(b.occurred_on - ${day})), a.item_no, b.item_no limit ${suggestionBounds.most}) t
      join around p on p.item_no in (t.one, t.two))`;
  const reference = own.reference ?? '';
  const length = [...reference].length;
  const half = Math.floor(length / 2);
  const similar =
    length < suggestionBounds.referenceSigns
      ? sql``
      : sql`union (select s.* from (select ${columns} ${alone} order by i.item_no limit ${looked.references}) s
          where left(s.reference, ${half}) = left(${reference}, ${half}) or right(s.reference, ${half}) = right(${reference}, ${half})
            or (length(s.reference) >= ${suggestionBounds.referenceSigns} and right(${reference}, length(s.reference)) = s.reference)
          order by abs(length(s.reference) - ${length}), s.item_no limit ${looked.handed})`;
  return readPlanned(
    db,
    'fresh',
    sql<LoneItem>`
    with around as materialized (${around})
    ${sameAmount}
    union ${near(sql`i.size_fen > ${size}::bigint`, sql``)}
    union ${near(sql`i.size_fen < ${size}::bigint`, sql`desc`)}
    union ${pairs} ${similar}`.compile(db),
  );
};
