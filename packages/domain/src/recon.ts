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
export {
  type ReconKind,
  type ReconRule,
  type ReconSettings,
  reconBounds,
  reconKindNames,
  reconKinds,
  reconRules,
} from './recon/recon-row.ts';
