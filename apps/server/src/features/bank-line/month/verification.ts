import { daysOfMonth } from '@ronghui/domain/bank-line/account-month';
import type { Db } from '#kernel/database/db';
import { listProofs, sumMonth } from './account-month.sql.ts';
import { digestOfMonth } from './account-month.ts';

/** A closed month that is not what its proof says. */
export interface MonthFault {
  /** Its account and month. */
  readonly month: string;
  readonly fault: string;
}

/** How many months one statement gives. */
const atOnce = 100;

/**
 * Reckons the lines of every closed month again, and its digest, and compares them with its proof.
 *
 * @source receipts 2.6
 */
export const verifyMonths = async (
  db: Db,
): Promise<{ readonly counted: number; readonly faults: readonly MonthFault[] }> => {
  const faults: MonthFault[] = [];
  let counted = 0;
  for (let after = { ownAccount: '', month: '' }; ; ) {
    const proofs = await listProofs(db, after, atOnce);
    for (const { own_account: ownAccount, month, lines_sha256, sha256, ...proof } of proofs) {
      counted += 1;
      const name = `${ownAccount} ${month}`;
      const sums = await sumMonth(db, { ownAccount, month, ...daysOfMonth(month) });
      if (sums.sha256 !== lines_sha256) faults.push({ month: name, fault: '流水与月结时不同' });
      const stored = {
        in_count: proof.in_count,
        in_fen: proof.in_fen,
        out_count: proof.out_count,
        out_fen: proof.out_fen,
      };
      const { opening_fen: opening, closing_fen: closing, parts } = proof;
      const digest = digestOfMonth({
        ownAccount,
        month,
        opening,
        closing,
        sums: { ...stored, sha256: lines_sha256 },
        parts,
      });
      if (digest !== sha256) faults.push({ month: name, fault: '月结的合计与指纹不符' });
    }
    const last = proofs.at(-1);
    if (last === undefined || proofs.length < atOnce) return { counted, faults };
    after = { ownAccount: last.own_account, month: last.month };
  }
};
