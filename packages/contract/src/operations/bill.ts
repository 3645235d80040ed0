import type { OperationSpec } from '../operation.ts';
import { billingOperations } from './bill/billing.ts';
import { confirmationOperations } from './bill/confirmation.ts';
import { dimensionOperations } from './bill/dimension.ts';
import { feeRuleOperations } from './bill/fee-rule.ts';
import { lineImportOperations } from './bill/line-import.ts';
import { settlementOperations } from './bill/settlement.ts';
import { statementOperations } from './bill/statement.ts';
import { writeOffOperations } from './bill/write-off.ts';

export {
  billingOperations,
  confirmationOperations,
  dimensionOperations,
  feeRuleOperations,
  lineImportOperations,
  settlementOperations,
  statementOperations,
  writeOffOperations,
};

/** Bills: what they are grouped by, the rules that make them, what merchants read and decide, and what the desk does (R4.9, R10.3, R11.6). */
export const billOperations = {
  ...dimensionOperations,
  ...statementOperations,
  ...confirmationOperations,
  ...feeRuleOperations,
  ...billingOperations,
  ...lineImportOperations,
  ...settlementOperations,
  ...writeOffOperations,
} satisfies Record<string, OperationSpec>;
