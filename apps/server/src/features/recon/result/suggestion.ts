import type { Output } from '@ronghui/contract';
import { fen } from '@ronghui/domain/money';
import { type LoneRow, suggestMatches } from '@ronghui/domain/recon';
import type { Db } from '#kernel/database/db';
import { findItems, itemOf, placeOfKind, type RunKey } from './item.sql.ts';
import { findCandidates, type LoneItem } from './suggestion.sql.ts';

type Suggestion = Output<'recon.suggest'>['suggestions'][number];

/** A row alone in the words of the rules: of the ledger its amount is what the platform has less. */
const rowOf = (isLedger: boolean, { item_no, reference, difference_fen, occurred_on }: LoneItem): LoneRow => ({
  itemNo: item_no,
  reference,
  amount: fen(isLedger ? -difference_fen : difference_fen),
  occurredOn: occurred_on,
});

/** Rows of the other side that may belong to a row without a match, the likeliest first. They are only shown. @source R13.2 */
export const suggestFor = async (
  db: Db,
  key: RunKey,
  { itemNo, dayTolerance }: { readonly itemNo: number; readonly dayTolerance: number },
): Promise<readonly Suggestion[] | undefined> => {
  const [row] = await findItems(db, key, [itemNo]);
  if (row === undefined) return undefined;
  const isLedger = row.kind === placeOfKind('onlyInLedger');
  if (!isLedger && row.kind !== placeOfKind('onlyInBill')) return [];
  const first = row.ledger[0] ?? row.lines[0];
  if (first === undefined) return [];
  const { item_no, difference_fen } = row;
  const own = { item_no, difference_fen, reference: first.reference, occurred_on: first.occurred_on };
  const kind = placeOfKind(isLedger ? 'onlyInBill' : 'onlyInLedger');
  const candidates = await findCandidates(db, key, { kind, own, dayTolerance });
  const others = candidates.map((each) => rowOf(!isLedger, each));
  const found = suggestMatches(rowOf(isLedger, own), others, dayTolerance);
  const items = await findItems(
    db,
    key,
    found.flatMap(({ itemNos }) => itemNos),
  );
  const byNo = new Map(items.map((each) => [each.item_no, itemOf(each)]));
  return found.flatMap(({ itemNos: [one = 0, two], reason }) => {
    const item = byNo.get(one);
    const also = two === undefined ? undefined : byNo.get(two);
    // A step may have ended one of them meanwhile.
    if (item === undefined || (two !== undefined && also === undefined)) return [];
    return [{ item, ...(also !== undefined && { also }), reason }];
  });
};
