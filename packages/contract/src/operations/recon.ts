import type { OperationSpec } from '../operation.ts';
import { ledgerOperations } from './recon/intake.ts';
import { resultOperations } from './recon/result.ts';
import { ruleOperations } from './recon/rules.ts';
import { runOperations } from './recon/runs.ts';

export { ledgerOperations, resultOperations, ruleOperations, runOperations };

/** Reconciliation (对账): the merchant's own ledger against the lines of a stage. */
export const reconOperations = {
  ...ledgerOperations,
  ...runOperations,
  ...resultOperations,
  ...ruleOperations,
} satisfies Record<string, OperationSpec>;
