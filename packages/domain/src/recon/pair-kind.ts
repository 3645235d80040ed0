import type { Fen } from '../money.ts';
import type { ReconKind, ReconSettings } from './recon-row.ts';

/** The most by which an amount may differ from that of a line. */
const slackOf = ({ amountTolerance, amountRate }: ReconSettings, amount: Fen): number => {
  const size = BigInt(Math.abs(amount));
  return Math.max(amountTolerance, Number((size * BigInt(amountRate)) / 1_000_000n));
};

/** Whether two amounts are the same, or close enough. */
export const kindOfPair = (
  settings: ReconSettings,
  ledgerAmount: Fen,
  lineAmount: Fen,
): 'matched' | 'matchedWithinTolerance' | 'amountMismatch' => {
  const difference = Math.abs(ledgerAmount - lineAmount);
  if (difference === 0) return 'matched';
  return difference <= slackOf(settings, lineAmount) ? 'matchedWithinTolerance' : 'amountMismatch';
};

/**
 * The same of a pair that a rule found, whose days are so far apart: where the amounts agree and the days are further apart than they may be, the days
 * are what does not. @source billing.md, reconciliation
 */
export const kindOfDated = (
  settings: ReconSettings,
  amounts: Readonly<Record<'ledger' | 'line', Fen>>,
  days: number,
): ReconKind => {
  const kind = kindOfPair(settings, amounts.ledger, amounts.line);
  return kind !== 'amountMismatch' && days > settings.dayTolerance ? 'dateMismatch' : kind;
};
