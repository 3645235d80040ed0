import type { KeyedLine, RefusedLine } from '@ronghui/domain/bank-line';
import { rmbText } from '@ronghui/domain/money';
import { listOfSerials } from '#features/receipt/receipt.steps';
import type { Tx } from '#kernel/database/db';

/** The incoming lines of a file by what becomes of them. */
export interface MatchedLines {
  /** The receipts that lines confirm, by the keys of the lines. */
  readonly confirmed: ReadonlyMap<string, string>;
  readonly refused: readonly RefusedLine[];
}

/**
 * Which receipts that staff registered the incoming lines of a file confirm: those of their serial and amount. One of another amount is refused with the number of
 * that receipt, so that no money comes in twice. The caller has locked the serials.
 *
 * @source receipts 1.3
 */
export const matchReceipts = async (tx: Tx, lines: readonly KeyedLine[], ownAccount: string): Promise<MatchedLines> => {
  const serials = lines.flatMap(({ serial }) => serial ?? []);
  if (serials.length === 0) return { confirmed: new Map(), refused: [] };
  const receipts = Map.groupBy(await listOfSerials(tx, { ownAccount, serials }), ({ serial }) => serial);
  const confirmed = new Map<string, string>();
  const taken = new Set<string>();
  const refused: RefusedLine[] = [];
  for (const { key, rowNo, serial, amount } of lines) {
    const [one, ...more] = receipts.get(serial ?? '') ?? [];
    if (one === undefined) continue;
    if (more.length > 0 || one.amount_fen !== amount || taken.has(one.receipt_no)) {
      const reason = `流水号已登记为收款 ${one.receipt_no}（${rmbText(one.amount_fen)}），与本行金额或笔数不符，请先核对那笔收款`;
      refused.push({ rowNo, reason });
      continue;
    }
    taken.add(one.receipt_no);
    confirmed.set(key, one.receipt_no);
  }
  return { confirmed, refused };
};
