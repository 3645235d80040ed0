/** Reconciliation: a merchant's ledger against the lines of a stage (R13, billing.md, reconciliation). */

export {
  dayOrders,
  type LedgerField,
  type LedgerMapping,
  ledgerFieldNames,
  ledgerFields,
  ledgerHeads,
  ledgerMappingFault,
  ledgerSigns,
  ledgerUnits,
} from './recon/ledger-columns.ts';
export { ledgerRowOf } from './recon/ledger-row.ts';
export { ledgerShapes, recogniseLedger, shapeOfHead } from './recon/ledger-shape.ts';
export { kindOfPair } from './recon/match-ledger.ts';
export {
  type ReconKind,
  type ReconRule,
  type ReconSettings,
  reconBounds,
  reconKindNames,
  reconKinds,
  reconRuleNames,
  reconRules,
} from './recon/recon-row.ts';
