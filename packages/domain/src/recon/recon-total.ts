import { addFen, noFen, sumFen } from '../money.ts';
import { type KindTotal, type ReconItem, type ReconKind, reconKinds } from './recon-row.ts';

const none: KindTotal = { items: 0, ledgerCount: 0, ledgerAmount: noFen, lineCount: 0, lineAmount: noFen };

/** Counts and sums by kind: those of side A and the differences make side B, at every moment. @source billing.md, reconciliation */
export const reconTotals = (items: readonly ReconItem[]): Readonly<Record<ReconKind, KindTotal>> => {
  const totals = new Map<ReconKind, KindTotal>(reconKinds.map((kind) => [kind, none]));
  for (const { kind, ledger, lines } of items) {
    const total = totals.get(kind) ?? none;
    totals.set(kind, {
      items: total.items + 1,
      ledgerCount: total.ledgerCount + ledger.length,
      ledgerAmount: addFen(total.ledgerAmount, sumFen(ledger.map(({ amount }) => amount))),
      lineCount: total.lineCount + lines.length,
      lineAmount: addFen(total.lineAmount, sumFen(lines.map(({ amount }) => amount))),
    });
  }
  // Every kind was set above.
  return Object.fromEntries(totals) as Record<ReconKind, KindTotal>;
};
