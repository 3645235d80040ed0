/** Reconciliation: a merchant's ledger against the lines of a stage (R13, billing.md, reconciliation). */

export {
  type DayOrder,
  dayOrders,
  type LedgerField,
  type LedgerMapping,
  type LedgerSign,
  type LedgerUnit,
  ledgerFieldNames,
  ledgerFields,
  ledgerHeads,
  ledgerMappingFault,
  ledgerSigns,
  ledgerUnits,
} from './recon/ledger-columns.ts';
export { type LedgerFault, ledgerRowOf, type ReadLedgerRow } from './recon/ledger-row.ts';
export { type LedgerShape, ledgerShapes, recogniseLedger, shapeOfHead } from './recon/ledger-shape.ts';
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
