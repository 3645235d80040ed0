/** Reconciliation: a merchant's ledger against the lines of a stage (R13, billing.md, reconciliation). */

export { type CarriedStep, carriedSteps, type LeftReason, leftReasons } from './recon/carried-steps.ts';
export {
  type DifferenceRule,
  type DifferenceTerms,
  differenceRuleBounds,
  differenceRuleKinds,
  differenceTermsText,
  explains,
  isRuleValue,
  noRuleReason,
  proposedTerms,
} from './recon/difference-rule.ts';
export { groupName, itemReason, unclaimableKinds } from './recon/item-words.ts';
export type { LedgerFault } from './recon/ledger-columns.ts';
export {
  dayOrders,
  type LedgerField,
  type LedgerMapping,
  ledgerFieldNames,
  ledgerFields,
  ledgerHeadFault,
  ledgerHeads,
  ledgerMappingFault,
  ledgerSigns,
} from './recon/ledger-columns.ts';
export { recogniseLedger } from './recon/ledger-recognition.ts';
export type { LedgerSkip } from './recon/ledger-row.ts';
export { ledgerShapes, shapeOfHead } from './recon/ledger-shape.ts';
export { ledgerSorting } from './recon/ledger-sorting.ts';
export { otherStageOf } from './recon/other-stage.ts';
export { kindOfPair } from './recon/pair-kind.ts';
export {
  type ReconKind,
  type ReconRule,
  type ReconSettings,
  reconBounds,
  reconKindNames,
  reconKinds,
  reconRules,
} from './recon/recon-row.ts';
export { phaseAt, type ReconPhase, reconPhases } from './recon/run-phase.ts';
export { type LoneRow, suggestionBounds, suggestMatches } from './recon/suggestion.ts';
