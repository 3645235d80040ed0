import type { Db } from '#kernel/database/db';
import {
  type ItemKey,
  listUnreceivedBills,
  listUnreceivedOrders,
  type ReceiptFault,
  type VerifiedPart,
  verifyReceiptsAfter,
} from './verification.sql.ts';

/** How many rows one statement looks at: none of them nears the time of a statement, however many there are. */
const atOnce = 1_000;

/** All parts, one after the other. */
const allParts = async <Key>(
  from: Key,
  partAfter: (after: Key) => Promise<VerifiedPart<Key>>,
): Promise<{ readonly counted: number; readonly faults: readonly ReceiptFault[] }> => {
  const faults: ReceiptFault[] = [];
  let counted = 0;
  for (let after: Key | null = from; after !== null; ) {
    const part: VerifiedPart<Key> = await partAfter(after);
    counted += part.counted;
    faults.push(...part.faults);
    after = part.last;
  }
  return { counted, faults };
};

/**
 * Adds the rows of receipts up again, and compares: all of them, or those of some numbers. What is a payment of a payable bill, or an accepted one of an
 * order, without a receipt, is named, too, where all are looked at; a payment that was taken back before there were receipts has none.
 *
 * @source R15.3, receipts 1.2
 */
export const verifyReceipts = async (
  db: Db,
  receiptNos: readonly string[],
  limit = atOnce,
): Promise<{ readonly counted: number; readonly faults: readonly ReceiptFault[] }> => {
  const { counted, faults } = await allParts('', (after) => verifyReceiptsAfter(db, receiptNos, { after, limit }));
  if (receiptNos.length > 0) return { counted, faults };
  const first: ItemKey = { tenantId: '', item: '' };
  const bills = await allParts(first, (after) => listUnreceivedBills(db, { after, limit }));
  const orders = await allParts(first, (after) => listUnreceivedOrders(db, { after, limit }));
  return { counted, faults: [...faults, ...bills.faults, ...orders.faults] };
};
