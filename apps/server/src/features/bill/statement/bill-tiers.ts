import { type TierPart, type TierShare, tierParts } from '@ronghui/domain/fee-rule';
import type { Fen } from '@ronghui/domain/money';
import { feeTermsOf, type TermRow } from '../record/rule-terms.sql.ts';

/** A version with what its generation noted of its part of a bill. */
interface SharedRow extends TermRow {
  readonly share_fen: Fen;
  readonly share_minimum: Fen | null;
  readonly share_cap: Fen | null;
  readonly tier_share: TierShare | null;
}

/** The table by tier of a version in a bill; null without tiers, and of bills that were drawn up before it was noted. @source R10.3 */
export const tierPartsOf = (row: SharedRow): readonly TierPart[] | null =>
  tierParts(feeTermsOf(row), row.tier_share, {
    amount: row.share_fen,
    lineMinimum: row.share_minimum,
    lineCap: row.share_cap,
  });
