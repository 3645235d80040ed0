/** Fee rules: which one holds, what a line costs by it, and how that reads in words (R4.9, R10.3, billing.md). */

export {
  type BilledLine,
  byDayAndReference,
  type CorrectedLine,
  feesOfLines,
  type RuledLine,
} from './fee-rule/bill-fees.ts';
export { type Correction, type FormerLine, feeOfCorrection } from './fee-rule/correction-fee.ts';
export { type FeeRuleVersion, versionFor } from './fee-rule/fee-rule-version.ts';
export {
  type BillDirection,
  billDirections,
  type FeeLimits,
  type FeeLine,
  type FeeScheme,
  type FeeTerms,
} from './fee-rule/fee-terms.ts';
export { feeTermsFaults, largestFee } from './fee-rule/fee-terms-faults.ts';
export {
  correctionFeeText,
  feeRuleText,
  feeShareText,
  lineFeeText,
  ruleVersionName,
} from './fee-rule/fee-words.ts';
export { feeOfLine, type LineFee, millionthsUpTo, type TierPosition, tierOfTotal } from './fee-rule/line-fee.ts';
export { type TierPart, type TierShare, tierParts, tierShareOf } from './fee-rule/tier-share.ts';
